// One attention call the way a caller makes it (prepare, remap, rotate, attend), beside the reference under the same
// encodings.
#pragma once

#include "attention/owned_call.hpp"
#include "attention/parts.hpp"
#include "attention/reference.hpp"
#include "position/hooked.hpp"
#include "stacks.hpp"
#include "support.hpp"

namespace whereformer::test {

// The rows of a problem, taken through placement and rotation of an unprepared stack.
inline void take_through(OwnedCall& owned, const Problem& problem, const AttentionCall& call, PositionStack& stack) {
  owned.call = call;
  REQUIRE(owned.query.copy_from(problem.query).ok());
  REQUIRE(owned.key.copy_from(problem.key).ok());
  REQUIRE(owned.value.copy_from(problem.value).ok());
  REQUIRE(owned.query_at.copy_from(call.query_positions).ok());
  REQUIRE(owned.key_at.copy_from(call.key_positions).ok());
  REQUIRE(owned.remap(stack).ok());
  REQUIRE(owned.rotate(stack).ok());
}

struct Maps {
  std::vector<float> scores;
  std::vector<float> weights;
  std::vector<float> ledger;
};

// Runs `call` under an unprepared stack; the output lands in problem.output. `maps`, among them the ledger, are filled by the row kernel.
inline void run_pipeline(Problem& problem, const AttentionCall& call, PositionStack& stack, Maps* maps = nullptr) {
  OwnedCall owned;
  take_through(owned, problem, call, stack);
  LedgerRows rows;
  rows.head_dim = call.head_dim;
  rows.query = call.query;
  rows.key = call.key;
  AttentionMaps wanted;
  if (maps != nullptr) {
    const std::size_t size = static_cast<std::size_t>(call.batch * call.heads * call.queries * call.keys);
    maps->scores.assign(size, -77);
    maps->weights.assign(size, -77);
    maps->ledger.assign(size * kTerms, -77);
    wanted = {maps->scores.data(), maps->weights.data(), maps->ledger.data()};
  }
  REQUIRE(attend(owned.call, stack, wanted, &rows).ok());
  std::copy_n(owned.output.data(), owned.output.size(), problem.output.begin());
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
  Parts fixed;
  const auto add = [&](auto part) {
    prepare(part, geometry);
    fixed.add(std::move(part));
  };
  (add(make()), ...);
  reference::attention(call, fixed);
  const std::vector<float> expected = problem.output;

  PositionStack chosen;
  (put(chosen, make()), ...);
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
