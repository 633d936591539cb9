#include "bindings/operation.hpp"

namespace whereformer::bindings {

emscripten::val perform(Operation operation, emscripten::val object) {
  pin_fields(object.as_handle());
  const Request request(std::move(object));
  Result result(request);
  const Status status = operation(request, result);
  if (!status.ok()) result.fail(status);
  return result.take();
}

}  // namespace whereformer::bindings
