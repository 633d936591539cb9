#include "position/stack.hpp"

#include <algorithm>

#include "core/math.hpp"

namespace whereformer {

double PositionStack::dot_scale(const Geometry& geometry) const {
  double scale = geometry.head_dim > 0 ? 1 / math::sqrt(geometry.head_dim) : 1;
  for (const auto& part : parts_) {
    const double own = part->dot_scale(geometry);
    if (own == own) scale = own;
  }
  return scale;
}

// The hooks of all parts are known even if a part refuses.
Status PositionStack::prepare(const Geometry& geometry) {
  Status status = geometry.check();
  hooks_ = 0;
  for (const auto& part : parts_) {
    if (status.ok()) status = check_ranges(*part);
    if (status.ok()) status = part->prepare(geometry);
    hooks_ |= part->hooks();
  }
  TRY(status);
  return check_composition(geometry.head_dim);
}

// Hooks that at most one encoding of a stack may have.
Status PositionStack::check_composition(int head_dim) const {
  int widening = 0;
  int capping = 0;
  for (const auto& part : parts_) {
    widening += part->rotated_width(head_dim) != head_dim ? 1 : 0;
    capping += part->cap() > 0 ? 1 : 0;
  }
  if (widening > 1) return value_error("position", widening, "at most one encoding that widens rows");
  return capping > 1 ? value_error("position", capping, "at most one soft cap") : Status{};
}

// Encodings that remap positions come first, regardless of order: the others check the remapped ids.
Status PositionStack::remap(std::span<float> positions) const {
  for (const bool remapping : {true, false}) {
    for (const auto& part : parts_) {
      if (((part->hooks() & kRemaps) != 0) != remapping) continue;
      TRY(part->check_positions(positions));
      for (float& p : positions) p = static_cast<float>(part->remap(p));
    }
  }
  return {};
}

double PositionStack::cap() const {
  double cap = 0;
  for (const auto& part : parts_) cap = std::max(cap, part->cap());
  return cap;
}

bool PositionStack::follows_length() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->follows_length(); });
}

int PositionStack::saturation_distance() const {
  int distance = 0;
  for (const auto& part : parts_) {
    if ((part->hooks() & (kBiases | kByDistance)) != 0) distance = std::max(distance, part->saturation_distance());
  }
  return std::min(distance, kEndless);
}

int PositionStack::rotated_width(int head_dim) const {
  for (const auto& part : parts_) head_dim = part->rotated_width(head_dim);
  return head_dim;
}

void PositionStack::embed(std::span<float> row, double position) const {
  for (const auto& part : parts_) part->embed(row, position);
}

void PositionStack::rotate(std::span<double> row, int head_dim, double position, int head, Side side,
                           double own) const {
  for (const auto& part : parts_) {
    const unsigned hooks = part->hooks();
    head_dim = part->rotated_width(head_dim);
    if (side == Side::value && (hooks & kRotatesValues) == 0) continue;
    part->rotate(row.first(head_dim), (hooks & kByOwnPosition) != 0 ? own : position, head, side);
  }
}

PairPositions PositionStack::pair_positions(double query, double key) const {
  PairPositions at{query, key};
  if (!has(kSetsDistance)) return at;
  for (const auto& part : parts_) {
    if ((part->hooks() & kSetsDistance) != 0) at.set_distance(part->effective_distance(at.query, at.key));
  }
  return at;
}

double PositionStack::bias(int head, PairPositions at) const {
  double sum = 0;
  for (const auto& part : parts_) sum += part->bias(head, at);
  return sum;
}

bool PositionStack::visible(int query, int key) const {
  for (const auto& part : parts_) {
    if (!part->visible(query, key)) return false;
  }
  return true;
}

KeyRange PositionStack::range(int query, int keys) const {
  KeyRange seen{0, keys};
  for (const auto& part : parts_) seen = seen.intersect(part->range(query, keys));
  return seen;
}

}  // namespace whereformer
