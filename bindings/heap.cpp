// Tensors on the WebAssembly heap, for repeated calls: operations read and write them in place.
#include <memory>

#include "bindings/handles.hpp"

namespace whereformer::bindings {
namespace {

struct HeapTensor : Handle {
  Buffer<float> values;
};

}  // namespace

// Zeros, or a copy of request.data.
Status allocate(const AllocateRequest& request, const HandleResult& result) {
  const double count = request.count;
  constexpr double kMost = std::numeric_limits<int>::max();
  auto tensor = std::make_unique<HeapTensor>();
  Buffer<float>& values = tensor->values;
  const Status status =
      count <= kMost ? values.allocate(static_cast<std::size_t>(count)) : out_of_memory(count * sizeof(float));
  if (!status.ok()) return status;
  if (!values.empty() && request.data.size() == values.size()) request.data.copy_to(values.data());
  result.handle.set(tensor.release()->address());
  return {};
}

Status view(const HandleRequest& request, const ViewResult& result) {
  result.data.set_view(Handle::of<HeapTensor>(request.handle)->values.span());
  return {};
}

}  // namespace whereformer::bindings
