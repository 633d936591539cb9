// Registers the operations of the plain core.
#include "bindings/registration.hpp"

namespace whereformer::bindings {

EMSCRIPTEN_BINDINGS(whereformer) { operations(Registration{}); }

}  // namespace whereformer::bindings
