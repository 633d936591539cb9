// One attention call the way a caller makes it (prepare, place, rotate, attend), beside the reference under the same
// encodings.
#pragma once

#include "attention/owned_call.hpp"
#include "attention/reference.hpp"
#include "support.hpp"

namespace whereformer::test {

// Rows [batch, heads, tokens, shape.width] with room for `wider` columns, rotated.
inline std::vector<float> rotated_rows(const PositionStack& stack, const std::vector<float>& rows, int batch, int wider,
                                       std::span<const float> positions, Rotation::Rows shape) {
  Buffer<float> wide;
  REQUIRE(wide.copy_from(rows).ok());
  REQUIRE(widen(wide, rows.size() / static_cast<std::size_t>(shape.width), shape.width, wider).ok());
  Rotation rotation;
  REQUIRE(rotation.prepare(stack, positions, shape).ok());
  rotation.apply(HeadRows<float>::contiguous(wide.data(), shape.heads, static_cast<int>(positions.size()), wider),
                 batch);
  return {wide.data(), wide.data() + wide.size()};
}

struct Maps {
  std::vector<float> scores;
  std::vector<float> weights;
  std::vector<float> ledger;
};

// Runs `call` under an unprepared stack; the output lands in problem.output. `maps` are filled by the row kernel.
inline void run_pipeline(Problem& problem, AttentionCall call, PositionStack& stack, Maps* maps = nullptr) {
  Geometry geometry{call.heads, call.head_dim, 0, 0, call.scale, call.value_dim};
  REQUIRE(stack.prepare(geometry.over(call.query_positions).over(call.key_positions)).ok());
  std::vector<float> query_at(call.query_positions.begin(), call.query_positions.end());
  std::vector<float> key_at(call.key_positions.begin(), call.key_positions.end());
  REQUIRE(stack.place(query_at).ok());
  REQUIRE(stack.place(key_at).ok());
  const int group = call.heads / call.kv_heads;
  const int width = stack.has(kSetsDistance) ? call.head_dim : stack.rotated_width(call.head_dim);
  const auto query =
      rotated_rows(stack, problem.query, call.batch, width, query_at, {Side::query, call.heads, 1, call.head_dim});
  const auto key =
      rotated_rows(stack, problem.key, call.batch, width, key_at, {Side::key, call.kv_heads, group, call.head_dim});
  const auto value = rotated_rows(stack, problem.value, call.batch, call.value_dim, key_at,
                                  {Side::value, call.kv_heads, group, call.value_dim});
  LedgerRows rows;
  rows.head_dim = call.head_dim;
  rows.query = call.query;
  rows.key = call.key;
  call.query = HeadRows<const float>::contiguous(query.data(), call.heads, call.queries, width);
  call.key = HeadRows<const float>::contiguous(key.data(), call.kv_heads, call.keys, width);
  call.value = HeadRows<const float>::contiguous(value.data(), call.kv_heads, call.keys, call.value_dim);
  call.head_dim = width;
  call.query_positions = query_at;
  call.key_positions = key_at;
  if (call.softcap == 0) call.softcap = static_cast<float>(stack.cap());
  AttentionMaps wanted;
  if (maps != nullptr) {
    const std::size_t size = static_cast<std::size_t>(call.batch * call.heads * call.queries * call.keys);
    maps->scores.assign(size, -77);
    maps->weights.assign(size, -77);
    maps->ledger.assign(size * kTerms, -77);
    wanted = {maps->scores.data(), maps->weights.data(), maps->ledger.data()};
  }
  REQUIRE(attend(call, stack, wanted, &rows).ok());
}

template <class E>
void prepare(E& encoding, const Geometry& geometry) {
  REQUIRE(encoding.prepare(geometry).ok());
}

// How far the kernel and the row kernel are from the reference under the encodings that `make` functions return.
template <class... Make>
double difference(Problem& problem, const AttentionCall& call, Make&&... make) {
  Geometry geometry{call.heads, call.head_dim, 0, 0, call.scale, call.value_dim};
  geometry = geometry.over(call.query_positions).over(call.key_positions);
  Stack fixed(make()...);
  std::apply([&](auto&... part) { (prepare(part, geometry), ...); }, fixed.parts);
  reference::attention(call, fixed);
  const std::vector<float> expected = problem.output;

  PositionStack chosen;
  (chosen.add(make()), ...);
  std::fill(problem.output.begin(), problem.output.end(), -77.0F);
  run_pipeline(problem, call, chosen);
  const std::vector<float> fast = problem.output;
  Maps maps;
  run_pipeline(problem, call, chosen, &maps);
  const std::vector<float> by_row = problem.output;
  problem.output = fast;
  return std::max(largest_difference(fast, expected), largest_difference(by_row, expected));
}

}  // namespace whereformer::test
