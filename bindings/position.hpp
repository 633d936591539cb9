// From the plain JSON of an encoding to the core's stack: every encoding lists its own parameters, this reads them.
#pragma once

#include <emscripten/bind.h>

#include "bindings/views.hpp"
#include "position/any.hpp"

namespace whereformer::bindings {

EMSCRIPTEN_DECLARE_VAL_TYPE(RawPosition);

// Reads and prepares the list; the status names the parameter at fault.
Status read_position(const emscripten::val& list, const Geometry& geometry, PositionStack& stack);

}  // namespace whereformer::bindings
