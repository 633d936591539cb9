// Cached tokens that leave, or get other positions: keys as a loop in double turns them at the new position from the start.
#include "model/renumber.hpp"

#include "../support.hpp"
#include "model/add_stack.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/learned.hpp"
#include "position/encodings/log_n.hpp"
#include "position/encodings/rerope.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/xpos.hpp"
#include "position/hooked.hpp"
#include "stacks.hpp"

using namespace whereformer;
using whereformer::test::largest_difference;
using whereformer::test::positions_from;
using whereformer::test::random_values;
using whereformer::test::same_bits;

namespace {

constexpr int kLayers = 3;

StackSpec spec_of(int kv_heads, int head_dim) {
  StackSpec spec;
  spec.blocks = {0, 0, 0};
  spec.heads = 2 * kv_heads;
  spec.kv_heads = kv_heads;
  spec.head_dim = head_dim;
  return spec;
}

// A cache whose keys are those of `raw` [layers][tokens][kv_heads][head_dim], turned in double at `at`; values are not turned.
KvCache cache_of(const StackSpec& spec, const LayerPositions& positions, const std::vector<float>& raw,
                 std::span<const float> at) {
  const int tokens = static_cast<int>(at.size());
  KvCache cache;
  REQUIRE(cache.allocate(kLayers, tokens, spec.kv_heads, spec.head_dim).ok());
  const float* from = raw.data();
  std::vector<double> row(static_cast<std::size_t>(spec.head_dim));
  for (int layer = 0; layer < kLayers; ++layer) {
    const PositionStack& stack = positions[positions.index_of(layer)].stack;
    for (int t = 0; t < tokens; ++t) {
      for (int h = 0; h < spec.kv_heads; ++h, from += spec.head_dim) {
        std::copy_n(from, spec.head_dim, row.begin());
        std::copy_n(from, spec.head_dim, cache.values(layer).row(0, h, t));
        stack.rotate(row, spec.head_dim, at[t], 2 * h, Side::key, at[t]);
        std::copy(row.begin(), row.end(), cache.keys(layer).row(0, h, t));
      }
    }
  }
  (void)cache.positions_with(at);
  cache.advance(tokens);
  return cache;
}

std::span<const float> rows_of(HeadRows<float> rows, const StackSpec& spec, int tokens) {
  return {rows.row(0, 0, 0), static_cast<std::size_t>(tokens) * spec.kv_heads * spec.head_dim};
}

void prepare(LayerPositions& positions, const StackSpec& spec) { REQUIRE(positions.prepare(spec, 4, 0, 40).ok()); }

Rope scaled_rope() {
  Rope rope;
  rope.scaling.type = RopeScaling::Type::yarn;
  rope.scaling.factor = 3;
  rope.scaling.original_max = 10;
  return rope;
}

}  // namespace

TEST_CASE("renumbered keys are those of their new positions", "[model]") {
  const int head_dim = GENERATE(2, 6, 8, 10, 34);
  const int tokens = GENERATE(1, 3, 9, 17);
  const int first = GENERATE(0, 1, 2);
  const float by = GENERATE(-1.0F, 4.0F, -130.0F);
  if (first > tokens) return;
  const StackSpec spec = spec_of(head_dim == 6 ? 3 : 1, head_dim);
  LayerPositions positions;
  put(add_stack(positions), Rope{});
  PositionStack& tempered = add_stack(positions);  // of Ministral 3
  put(tempered, scaled_rope());
  put(tempered, LogN{});
  put(add_stack(positions), Alibi{});
  use(positions, {1, 0, 2});
  prepare(positions, spec);
  const auto raw = random_values(static_cast<std::size_t>(kLayers * tokens * spec.kv_heads * head_dim), 5);
  std::vector<float> at = positions_from(200, tokens);
  KvCache cache = cache_of(spec, positions, raw, at);
  REQUIRE(renumber(cache, positions, spec, first, by).ok());
  for (int t = first; t < tokens; ++t) at[t] += by;
  KvCache wanted = cache_of(spec, positions, raw, at);
  CHECK(same_bits(cache.positions(), at));
  for (int layer = 0; layer < kLayers; ++layer) {
    CHECK(largest_difference(rows_of(cache.keys(layer), spec, tokens), rows_of(wanted.keys(layer), spec, tokens)) <
          2e-6);
    CHECK(same_bits(rows_of(cache.values(layer), spec, tokens), rows_of(wanted.values(layer), spec, tokens)));
  }
}

TEST_CASE("keys under overridden distances are not rotated, and stay as they are", "[model]") {
  const StackSpec spec = spec_of(2, 4);
  LayerPositions positions;
  PositionStack& stack = add_stack(positions);
  put(stack, Rope{});
  put(stack, Rerope{});
  prepare(positions, spec);
  const auto raw = random_values(kLayers * 5 * 2 * 4, 6);
  LayerPositions unturned;
  put(add_stack(unturned), Alibi{});
  prepare(unturned, spec);
  KvCache cache = cache_of(spec, unturned, raw, positions_from(0, 5));
  REQUIRE(renumber(cache, positions, spec, 2, -2).ok());
  CHECK(same_bits(cache.positions(), std::vector<float>{0, 1, 0, 1, 2}));
  for (int layer = 0; layer < kLayers; ++layer) {
    CHECK(same_bits(rows_of(cache.keys(layer), spec, 5), rows_of(cache.values(layer), spec, 5)));
  }
}

TEST_CASE("a refusal to renumber changes nothing", "[model]") {
  const StackSpec spec = spec_of(1, 8);
  LayerPositions positions;
  put(add_stack(positions), Rope{});
  const auto [name, add] = GENERATE(table<const char*, void (*)(PositionStack&)>({
      {"xpos", [](PositionStack& to) { put(to, Xpos{}); }},
      {"learned",
       [](PositionStack& to) {
         Learned learned;
         learned.table.rows = 50;
         learned.table.columns = 4;
         REQUIRE(learned.table.values.allocate(200).ok());
         put(to, std::move(learned));
       }},
      {"rope",
       [](PositionStack& to) {
         Rope rope;
         rope.scaling.type = RopeScaling::Type::dynamic;
         rope.scaling.factor = 2;
         rope.scaling.max_positions = 10;
         put(to, std::move(rope));
       }},
  }));
  add(add_stack(positions));
  use(positions, {0, 0, 1});
  prepare(positions, spec);
  const auto raw = random_values(kLayers * 3 * 8, 7);
  KvCache cache = cache_of(spec, positions, raw, positions_from(0, 3));
  KvCache before = cache_of(spec, positions, raw, positions_from(0, 3));
  const Status status = renumber(cache, positions, spec, 1, -1);
  CHECK(status.code == Code::value);
  CHECK(std::string(status.word) == name);
  CHECK(same_bits(cache.positions(), before.positions()));
  for (int layer = 0; layer < kLayers; ++layer) {
    CHECK(same_bits(rows_of(cache.keys(layer), spec, 3), rows_of(before.keys(layer), spec, 3)));
  }
}

TEST_CASE("tokens that are removed close their gap in every layer", "[model]") {
  const StackSpec spec = spec_of(1, 3);
  LayerPositions positions;
  put(add_stack(positions), Alibi{});
  prepare(positions, spec);
  const int tokens = GENERATE(1, 2, 7);
  const auto raw = random_values(static_cast<std::size_t>(kLayers * tokens * 3), 8);
  for (int first = 0; first <= tokens; ++first) {
    for (int last = first; last <= tokens; ++last) {
      KvCache cache = cache_of(spec, positions, raw, positions_from(4, tokens));
      cache.remove(first, last);
      REQUIRE(cache.length() == tokens - last + first);
      for (int t = 0; t < cache.length(); ++t) {
        const int from = t < first ? t : t + last - first;
        CHECK(cache.positions()[t] == static_cast<float>(4 + from));
        for (int layer = 0; layer < kLayers; ++layer) {
          const std::size_t at = static_cast<std::size_t>(layer * tokens + from) * 3;
          CHECK(same_bits({cache.keys(layer).row(0, 0, t), 3}, {raw.data() + at, 3}));
          CHECK(same_bits({cache.values(layer).row(0, 0, t), 3}, {raw.data() + at, 3}));
        }
      }
    }
  }
}
