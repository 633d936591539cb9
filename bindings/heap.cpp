// Tensors on the WebAssembly heap, for repeated calls: operations read and write them in place.
#include "bindings/handles.hpp"
#include "core/make.hpp"

namespace whereformer::bindings {
namespace {

struct HeapTensor : Handle {
  Buffer<float> values;
};

}  // namespace

// Allocates a tensor: zeros, or a copy of request.data.
Status allocate(const AllocateRequest& request, const HandleResult& result) {
  const double count = request.count;
  constexpr double kMost = std::numeric_limits<int>::max();
  std::unique_ptr<HeapTensor> tensor;
  TRY(count <= kMost ? make<HeapTensor>(tensor) : out_of_memory(count * sizeof(float)));
  TRY(tensor->values.allocate(count));
  Buffer<float>& values = tensor->values;
  if (!values.empty() && request.data.size() == values.size()) request.data.copy_to(values.data());
  result.handle.set(tensor.release()->address());
  return {};
}

Status view(const HandleRequest& request, const ViewResult& result) {
  result.data.set_view(Handle::of<HeapTensor>(request.handle)->values.span());
  return {};
}

}  // namespace whereformer::bindings
