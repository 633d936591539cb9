// How the operations of this module are told to Embind: each takes one plain object and returns one.
#pragma once

#include <emscripten/bind.h>

#include "bindings/request.hpp"

namespace whereformer::bindings {

// Sets what it found; a status that is not ok becomes the result's failure.
using Operation = Status (*)(const Request&, Result&);

emscripten::val perform(Operation operation, emscripten::val object);

// What Embind registers, with emscripten::function.
template <Operation operation>
emscripten::val perform(emscripten::val object) {
  return perform(operation, std::move(object));
}

}  // namespace whereformer::bindings
