#include "attention/twice_rotated.hpp"

#include <cmath>

#include "core/shape.hpp"

namespace whereformer {

Status TwiceRotated::prepare(const PositionStack& stack, const AttentionCall& call) {
  const FarPositions far = stack.far_part()->far_positions();
  const int group = call.heads / call.kv_heads;
  near_ = call;
  far_.from = static_cast<float>(far.from);
  const std::size_t queries = element_count(call.heads, call.queries);
  const std::size_t keys = element_count(call.kv_heads, call.keys);
  TRY(values_.allocate_unset(element_count(queries + keys, 2 * call.batch, call.head_dim)));
  TRY(positions_.allocate_unset(std::max(call.queries, call.keys)));
  next_ = values_.data();
  TRY(rotate(stack, far.group,
             {near_.query, far_.query, call.query_positions, far.shift, {Side::query, call.heads, 1, call.head_dim}}));
  return rotate(stack, far.group,
                {near_.key, far_.key, call.key_positions, 0, {Side::key, call.kv_heads, group, call.head_dim}});
}

Status TwiceRotated::rotate(const PositionStack& stack, double group, const SideRows& side) {
  const std::size_t tokens = side.positions.size();
  for (std::size_t t = 0; t < tokens; ++t) positions_[t] = static_cast<float>(std::floor(side.positions[t] / group));
  TRY(turn(stack, side, positions_.span().first(tokens), side.shift, side.far));
  return turn(stack, side, side.positions, 0, side.near);
}

Status TwiceRotated::turn(const PositionStack& stack, const SideRows& side, std::span<const float> positions,
                          double offset, HeadRows<const float>& to) {
  const int heads = side.rows.heads;
  const int tokens = static_cast<int>(positions.size());
  const int width = side.rows.width;
  const auto copies = HeadRows<float>::contiguous(next_, heads, tokens, width);
  for (int row = 0; row < near_.batch * heads * tokens; ++row, next_ += width) {
    std::copy_n(side.near.row(row / tokens / heads, row / tokens % heads, row % tokens), width, next_);
  }
  Rotation rotation;
  TRY(rotation.prepare_at(stack, positions, offset, side.positions, side.rows));
  rotation.apply(copies, near_.batch);
  to = {copies.data, copies.batch_stride, copies.head_stride, copies.row_stride};
  return {};
}

}  // namespace whereformer
