#include "model/layer_positions.hpp"

#include <algorithm>

namespace whereformer {

Status LayerPositions::check(const StackSpec& spec) const {
  const auto count = static_cast<double>(entries_.size());
  if (entries_.empty()) return value_error("position", count, "a position for every layer");
  if (!entry_of_.empty() && entry_of_.size() != spec.blocks.size()) {
    return shape_error("position.layers", static_cast<double>(entry_of_.size()), "a position for every layer");
  }
  for (const int entry : entry_of_.span()) {
    if (entry < 0 || entry >= static_cast<int>(entries_.size()))
      return value_error("position", entry, "a known position");
  }
  return {};
}

Status LayerPositions::prepare(const StackSpec& spec, int embedding_size, double length, double capacity) {
  const double final_length = std::max(length, capacity);
  const bool grown = final_length == final_length_;
  if (grown && length == length_) return {};
  final_length_ = kAbsent;
  TRY(check(spec));
  for (Entry& entry : entries_) {
    if (grown && !entry.stack.follows_length()) continue;
    Geometry geometry{spec.heads, spec.head_dim, embedding_size, length, 1, spec.head_dim, capacity};
    geometry.scale = std::isnan(spec.scale) ? entry.stack.dot_scale(geometry) : spec.scale;
    entry.scale = static_cast<float>(geometry.scale);
    entry.biases.clear();
    TRY(entry.stack.prepare(geometry));
    const int width = entry.stack.rotated_width(spec.head_dim);
    if (width != spec.head_dim)
      return unsupported("position", width, "an encoding that does not change the width of a head");
  }
  length_ = length;
  final_length_ = final_length;
  return {};
}

}  // namespace whereformer
