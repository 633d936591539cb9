// What a model and its sessions share.
#pragma once

#include <memory>

#include "bindings/handles.hpp"
#include "bindings/position.hpp"
#include "model/transformer.hpp"

namespace whereformer::bindings {

// A stack under a model: only the length in sight changes from pass to pass.
struct ModelStack {
  PositionStack stack;
  double prepared = kAbsent;  // the length that the stack is prepared for

  Status prepare(const Transformer& transformer, double length) {
    if (length == prepared) return {};
    Geometry geometry = transformer.geometry();
    geometry.length = length;
    const Status status = stack.prepare(geometry);
    prepared = status.ok() ? length : kAbsent;
    return status;
  }
};

// Weights and the stack they were trained under; shared by a model and its sessions.
struct LoadedModel {
  Transformer transformer;
  ModelStack position;
  bool complete = false;

  Status require_complete() const {
    return complete ? Status{} : value_error("weights", kAbsent, "a model whose tensors are all set");
  }
};

struct Model : Handle {
  std::shared_ptr<LoadedModel> loaded = std::make_shared<LoadedModel>();
};

inline LoadedModel& model_of(const Request& request) { return *Handle::of<Model>(request, "model")->loaded; }

inline Status consecutive(int first, std::size_t count, Buffer<float>& positions) {
  const Status status = positions.allocate_unset(count);
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<float>(first) + static_cast<float>(i);
  return status;
}

inline Status read_ids(const Request& request, Buffer<int>& ids) {
  const Status status = request.copy("ids", ids);
  return status.ok() && ids.empty() ? shape_error("inputIds", 0, "at least one token") : status;
}

}  // namespace whereformer::bindings
