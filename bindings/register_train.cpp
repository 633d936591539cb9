// Registers the operations of the core for training: those of the plain core, and its own.
#include "bindings/registration.hpp"
#include "bindings/train_operations.hpp"

namespace whereformer::bindings {

EMSCRIPTEN_BINDINGS(whereformer) {
  operations(Registration{});
  train_operations(Registration{});
}

}  // namespace whereformer::bindings
