#include "bindings/operation.hpp"

#include <emscripten/bind.h>

namespace whereformer::bindings {
namespace {

using emscripten::EM_VAL;

EM_VAL perform(Operation operation, EM_VAL object) {
  pin_fields(object);
  const Request request(emscripten::val::take_ownership(object));
  Result result(request);
  const Status status = operation(request, result);
  if (!status.ok()) result.fail(status);
  return result.take().release_ownership();
}

}  // namespace

// Embind's own function<…>() would make an invoker and two type names per operation; all of these are called alike. A type is
// known to Embind by an address that nothing else has: without type names one is enough.
void declare(std::span<const Declaration> operations) {
  using namespace emscripten::internal;
#ifndef WHEREFORMER_TYPES
  static bool known = false;
  if (!known) _embind_register_user_type(&known, "object");
  const TYPEID types[] = {&known, &known};
  known = true;
#endif
  for (const Declaration& declaration : operations) {
#ifdef WHEREFORMER_TYPES
    const TYPEID types[] = {&declaration.result, &declaration.request};
    _embind_register_user_type(types[0], declaration.result);
    _embind_register_user_type(types[1], declaration.request);
#endif
    _embind_register_function(declaration.name, 2, types, "ppp", reinterpret_cast<GenericFunction>(&perform),
                              reinterpret_cast<GenericFunction>(declaration.operation), false, false);
  }
}

}  // namespace whereformer::bindings

// In the place of Embind's own runtime part, which would register some forty types of C++ that no operation has.
extern "C" {
const char* __getTypeName(const void*) { return nullptr; }
void _embind_initialize_bindings() {}
}
void emscripten::internal::_embind_register_bindings(InitFunc*) {}
