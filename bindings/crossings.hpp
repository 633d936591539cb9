// Functions that pass values between C++ and JavaScript; implemented in crossings.js. Names are static strings.
#pragma once

#include <cstddef>

namespace whereformer::bindings {

using Object = void*;  // Embind's handle of a value of JavaScript (EM_VAL), so that requests need no Emscripten

extern "C" {
double field_number(Object object, const char* name);  // NaN when absent
Object field_value(Object object, const char* name);
Object item_value(Object list, std::size_t index);
void field_text(Object object, const char* name, char* to, std::size_t room);  // a name: ASCII, truncated if longer
std::size_t field_length(Object object, const char* name);                     // of an array; 0 when absent
void pin_fields(Object object);                                                // before anything is allocated
void* field_address(Object object, const char* name);             // on the WebAssembly heap; null = not on it
void field_bytes(Object object, const char* name, void* to);      // copies a typed array
void field_doubles(Object object, const char* name, double* to);  // copies any list of numbers
void result_number(Object result, const char* name, double value);
void result_text(Object result, const char* name, const char* text);
void result_word(Object result, const char* name, const char* word);  // not static
void result_value(Object result, const char* name, Object value);
void result_view(Object result, const char* name, const float* from, std::size_t count);
void result_floats(Object result, const char* name, const float* from, std::size_t count, Object request,
                   const char* out);  // out null = a fresh array
}

}  // namespace whereformer::bindings
