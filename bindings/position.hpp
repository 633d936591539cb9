// From the plain JSON of an encoding to the core's stack: every encoding lists its own parameters, this reads them.
#pragma once

#include <emscripten/bind.h>

#include "bindings/views.hpp"
#include "position/any.hpp"

namespace whereformer::bindings {

EMSCRIPTEN_DECLARE_VAL_TYPE(RawPosition);

// Reads the list; the status names the parameter at fault. The caller prepares the stack for its geometry.
Status read_position(const emscripten::val& list, PositionStack& stack);

}  // namespace whereformer::bindings
