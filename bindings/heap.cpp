// Tensors that live in the memory of this module, for callers who repeat: operations read and write them where they are.
#include "bindings/handles.hpp"
#include "bindings/operation.hpp"

namespace whereformer::bindings {
namespace {

struct HeapTensor : Handle {
  Buffer<float> values;
};

// Zeros, or a copy of request.data.
Status allocate(const Request& request, Result& result) {
  const double count = request.number("count");
  constexpr double kMost = std::numeric_limits<int>::max();
  auto tensor = std::make_unique<HeapTensor>();
  Buffer<float>& values = tensor->values;
  const Status status =
      count <= kMost ? values.allocate(static_cast<std::size_t>(count)) : out_of_memory(count * sizeof(float));
  if (!status.ok()) return status;
  if (!values.empty() && request.length("data") == values.size()) request.copy_to("data", values.data());
  result.set("handle", tensor.release()->address());
  return {};
}

Status view(const Request& request, Result& result) {
  result.lend("data", Handle::of<HeapTensor>(request, "handle")->values.span());
  return {};
}

}  // namespace

EMSCRIPTEN_BINDINGS(whereformer_heap) {
  emscripten::function("allocate", &perform<allocate>);
  emscripten::function("view", &perform<view>);
}

}  // namespace whereformer::bindings
