// From the plain JSON of an encoding to the core's stack: every encoding lists its own parameters, this reads them.
#pragma once

#include "bindings/fields.hpp"
#include "position/stack.hpp"

namespace whereformer::bindings {

// Reads a list of encodings; the status names the parameter at fault. The caller prepares the stack for its geometry.
Status read_position(const Position& position, PositionStack& stack);

}  // namespace whereformer::bindings
