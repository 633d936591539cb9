#include "attention/attend.hpp"

#include "attention/lower.hpp"
#include "attention/positions.hpp"
#include "attention/streaming/bias_plan.hpp"
#include "attention/streaming/decode.hpp"

namespace whereformer {
namespace {

Status find_ranges(const AttentionCall& call, const PositionStack& stack, Buffer<KeyRange>& ranges) {
  const Status status = ranges.allocate(static_cast<std::size_t>(call.queries));
  for (std::size_t q = 0; q < ranges.size(); ++q) {
    const int query = static_cast<int>(q);
    ranges[q] = call.band.range(query, call.keys);
    if (stack.has(kMasks)) ranges[q] = ranges[q].intersect(stack.range(query + call.band.offset, call.keys));
  }
  return status;
}

Streamed stream(const AttentionCall& call, const PositionStack& stack, const Lowering& lowered) {
  Buffer<KeyRange> ranges;
  DistanceTiles tiles;
  Status status = find_ranges(call, stack, ranges);
  if (lowered.tables()) {
    status = then(status, [&] { return tiles.prepare(stack, call, lowered.bias == Lowering::Bias::table); });
  }
  if (!status.ok()) return {status};
  const auto run = [&](const BiasPlan& position) {
    const MaskPlan masked(call.mask, position);
    const BiasPlan& bias = call.mask ? static_cast<const BiasPlan&>(masked) : position;
    const OnlinePlan plan{bias, ranges.span(), lowered.tables() ? &tiles : nullptr};
    return lowered.kernel == Lowering::Kernel::decode ? attend_one_by_one(call, plan) : attend_online(call, plan);
  };
  switch (lowered.bias) {
    case Lowering::Bias::table:
      return run(TableBias(tiles));
    case Lowering::Bias::linear:
      return run(LaneBias(*lowered.linear));
    case Lowering::Bias::pairs:
      return run(PairBias(call, stack));
    case Lowering::Bias::none:
      break;
  }
  return run(NoBias());
}

}  // namespace

Status attend(const AttentionCall& call, const PositionStack& stack, const AttentionMaps& maps,
              const LedgerRows* rows) {
  const bool evenly_spaced = contiguous(call.query_positions) && contiguous(call.key_positions);
  const CallShape shape{call.queries, call.keys, evenly_spaced, static_cast<bool>(call.mask), static_cast<bool>(maps)};
  const Lowering lowered = lower(stack, shape);
  if (lowered.kernel == Lowering::Kernel::none) return {};
  if (lowered.kernel != Lowering::Kernel::rows) {
    const Streamed streamed = stream(call, stack, lowered);
    if (!streamed.status.ok() || streamed.finite) return streamed.status;
  }
  return attend_rows(call, stack, maps, rows);
}

Status bias_matrix(const PositionStack& stack, int heads, std::span<const float> query_positions,
                   std::span<const float> key_positions, float* bias) {
  AttentionCall positions;
  positions.queries = static_cast<int>(query_positions.size());
  positions.keys = static_cast<int>(key_positions.size());
  positions.query_positions = query_positions;
  positions.key_positions = key_positions;
  DistanceTables tables;
  if (!stack.has(kBiasesByPair | kSetsDistance)) {
    if (const Status status = tables.prepare(stack, positions, true); !status.ok()) return status;
  }
  for (int h = 0; h < heads; ++h) {
    if (tables.dense()) tables.fill(h);
    for (const float query : query_positions) {
      for (const float key : key_positions) {
        *bias++ = tables.dense() ? tables.bias(tables.range().entry(query, key))
                                 : static_cast<float>(stack.bias(h, stack.pair_positions(query, key)));
      }
    }
  }
  return {};
}

}  // namespace whereformer
