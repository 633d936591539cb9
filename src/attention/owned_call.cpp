#include "attention/owned_call.hpp"

#include "core/shape.hpp"

namespace whereformer {

void spread(float* data, std::size_t rows, int width, int wider) {
  if (width == wider) return;
  for (std::size_t r = rows; r-- > 0;) {
    float* row = data + r * wider;
    std::copy_backward(data + r * width, data + (r + 1) * width, row + width);
    std::fill(row + width, row + wider, 0.0F);
  }
}

Status OwnedCall::remap(PositionStack& stack) {
  Geometry geometry{call.heads, call.head_dim, d_model, 0, call.scale, call.value_dim};
  if (call.scale != call.scale) geometry.scale = stack.dot_scale(geometry);
  call.scale = static_cast<float>(geometry.scale);
  TRY(stack.prepare(geometry.over(query_at.span()).over(key_at.span())));
  TRY(stack.remap(query_at.span()));
  TRY(stack.remap(key_at.span()));
  if (stack.has(kRotatesValues) && call.value_dim != call.head_dim) {
    return shape_error("value", call.value_dim, "as many channels as the key: they are rotated too");
  }
  if (call.softcap == 0) call.softcap = static_cast<float>(stack.cap());
  return {};
}

Status OwnedCall::rotate(const PositionStack& stack) {
  const int width = call.head_dim;
  const int group = call.heads / call.kv_heads;
  if (stack.has(kRotates)) {
    const int turned = stack.has(kSetsDistance) ? width : stack.rotated_width(width);
    TRY(rotate_rows(stack, query, query_at.span(), call.queries, turned, {Side::query, call.heads, 1, width}));
    TRY(rotate_rows(stack, key, key_at.span(), call.keys, turned, {Side::key, call.kv_heads, group, width}));
    call.head_dim = turned;
  }
  if (stack.has(kRotatesValues)) {
    TRY(rotate_rows(stack, value, key_at.span(), call.keys, call.value_dim,
                    {Side::value, call.kv_heads, group, call.value_dim}));
  }
  TRY(make_room());
  point();
  return {};
}

// The kernels write every row.
Status OwnedCall::make_room() {
  if (!output.empty()) return {};
  TRY(own_output_.allocate_unset(element_count(call.batch, call.heads, call.queries, call.value_dim)));
  output = own_output_.span();
  return {};
}

Status OwnedCall::rotate_rows(const PositionStack& stack, CopyOnWriteFloats& rows, std::span<const float> positions,
                              int tokens, int wider, Rotation::Rows shape) {
  Rotation rotation;
  const std::size_t count = element_count(call.batch, shape.heads, tokens);
  TRY(rotation.prepare(stack, positions, shape));
  TRY(rows.make_own(element_count(count, wider)));
  {
    spread(rows.own(), count, shape.width, wider);
    rotation.apply(HeadRows<float>::contiguous(rows.own(), shape.heads, tokens, wider), call.batch);
  }
  return {};
}

void OwnedCall::point() {
  call.query = HeadRows<const float>::contiguous(query.data(), call.heads, call.queries, call.head_dim);
  call.key = HeadRows<const float>::contiguous(key.data(), call.kv_heads, call.keys, call.head_dim);
  call.value = HeadRows<const float>::contiguous(value.data(), call.kv_heads, call.keys, call.value_dim);
  call.output = HeadRows<float>::contiguous(output.data(), call.heads, call.queries, call.value_dim);
  call.query_positions = query_at.span();
  call.key_positions = key_at.span();
}

}  // namespace whereformer
