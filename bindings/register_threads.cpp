// Registers the operations of the core with threads: those of the plain core, and its own.
#include "bindings/registration.hpp"
#include "bindings/thread_operations.hpp"

namespace whereformer::bindings {

EMSCRIPTEN_BINDINGS(whereformer) {
  operations(Registration{});
  thread_operations(Registration{});
}

}  // namespace whereformer::bindings
