// Registers the operations of the core with threads: those of the plain core, of training and of threads.
#include "bindings/registration.hpp"
#include "bindings/thread_operations.hpp"
#include "bindings/train_operations.hpp"

namespace whereformer::bindings {

EMSCRIPTEN_BINDINGS(whereformer) {
  operations(Registration{});
  train_operations(Registration{});
  thread_operations(Registration{});
}

}  // namespace whereformer::bindings
