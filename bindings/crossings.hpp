// What crosses between C++ and JavaScript; implemented in crossings.js. Names are static strings.
#pragma once

#include <emscripten/val.h>

#include <cstddef>

namespace whereformer::bindings {

extern "C" {
double field_number(emscripten::EM_VAL object, const char* name);  // NaN when absent
emscripten::EM_VAL field_value(emscripten::EM_VAL object, const char* name);
emscripten::EM_VAL item_value(emscripten::EM_VAL list, std::size_t index);
void field_text(emscripten::EM_VAL object, const char* name, char* to, std::size_t room);
std::size_t field_length(emscripten::EM_VAL object, const char* name);        // of an array; 0 when absent
void pin_fields(emscripten::EM_VAL object);                                   // before anything is allocated
void* field_address(emscripten::EM_VAL object, const char* name);             // in this memory; null = elsewhere
void field_bytes(emscripten::EM_VAL object, const char* name, void* to);      // copies a typed array
void field_doubles(emscripten::EM_VAL object, const char* name, double* to);  // copies any list of numbers
void result_number(emscripten::EM_VAL result, const char* name, double value);
void result_text(emscripten::EM_VAL result, const char* name, const char* text);
void result_value(emscripten::EM_VAL result, const char* name, emscripten::EM_VAL value);
void result_view(emscripten::EM_VAL result, const char* name, const float* from, std::size_t count);
void result_floats(emscripten::EM_VAL result, const char* name, const float* from, std::size_t count,
                   emscripten::EM_VAL request, const char* out);  // out null = a fresh array
}

}  // namespace whereformer::bindings
