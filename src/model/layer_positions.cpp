#include "model/layer_positions.hpp"

namespace whereformer {

Status LayerPositions::check(const StackSpec& spec) const {
  const auto count = static_cast<double>(entries_.size());
  if (entries_.empty()) return value_error("position", count, "a position for every layer");
  if (!entry_of_.empty() && entry_of_.size() != spec.blocks.size()) {
    return shape_error("position.layers", static_cast<double>(entry_of_.size()), "a position for every layer");
  }
  for (const int entry : entry_of_) {
    if (entry < 0 || entry >= static_cast<int>(entries_.size()))
      return value_error("position", entry, "a known position");
  }
  return {};
}

Status LayerPositions::prepare(const StackSpec& spec, int embedding_size, double length) {
  if (length == prepared_) return {};
  prepared_ = kAbsent;
  Status status = check(spec);
  for (Entry& entry : entries_) {
    Geometry geometry{spec.heads, spec.head_dim, embedding_size, length, 1, spec.head_dim};
    geometry.scale = std::isnan(spec.scale) ? entry.stack.dot_scale(geometry) : spec.scale;
    entry.scale = static_cast<float>(geometry.scale);
    status = then(status, [&] { return entry.stack.prepare(geometry); });
    if (!status.ok()) return status;
    const int width = entry.stack.rotated_width(spec.head_dim);
    if (width != spec.head_dim)
      return unsupported("position", width, "an encoding that keeps a head's width, in a model");
  }
  prepared_ = length;
  return {};
}

}  // namespace whereformer
