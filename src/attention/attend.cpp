#include "attention/attend.hpp"

#include "attention/bias_plan.hpp"
#include "attention/online.hpp"
#include "attention/positions.hpp"
#include "attention/singly.hpp"

namespace whereformer {
namespace {

// ALiBi, when it is all the bias there is: at uneven positions its lanes are computed in registers.
const Alibi* lone_alibi(const PositionStack& stack) {
  const Alibi* found = nullptr;
  int biasing = 0;
  for (const auto& part : stack.parts()) {
    biasing += (part->doors() & kBiases) != 0 ? 1 : 0;
    if (part->type() == Alibi::type) found = &static_cast<const Hooked<Alibi>&>(*part).encoding();
  }
  return biasing == 1 ? found : nullptr;
}

Status find_ranges(const AttentionCall& call, const PositionStack& stack, Buffer<KeyRange>& ranges) {
  const Status status = ranges.allocate(static_cast<std::size_t>(call.queries));
  for (std::size_t q = 0; q < ranges.size(); ++q) {
    const int query = static_cast<int>(q);
    ranges[q] = call.band.range(query, call.keys);
    if (stack.has(kMasks)) ranges[q] = ranges[q].intersect(stack.range(query + call.band.offset, call.keys));
  }
  return status;
}

// Streams tiles. The stack's content and values depend on distance alone, if there are any.
Status stream(const AttentionCall& call, const PositionStack& stack, bool evenly_spaced, bool& finite) {
  const bool by_distance = stack.has(kBiases) && !stack.has(kBiasesByPair) && evenly_spaced;
  const Alibi* alibi = by_distance ? nullptr : lone_alibi(stack);
  const bool by_pair = stack.has(kMasksWithHoles) || (stack.has(kBiases) && alibi == nullptr && !by_distance);
  const bool by_table = by_distance && !by_pair;
  const bool in_rows = !call.mask && !by_pair && alibi == nullptr && !stack.has(kByDistance);
  const bool singly = in_rows && call.queries <= kFewQueries;
  Buffer<KeyRange> ranges;
  DistanceTables tables;
  Status status = find_ranges(call, stack, ranges);
  const bool tabled = by_table || stack.has(kByDistance);
  if (tabled) status = then(status, [&] { return tables.prepare(stack, call, by_table); });
  if (!status.ok()) return status;
  const auto run = [&](const BiasPlan& position) {
    const MaskPlan masked(call.mask, position);
    const BiasPlan& bias = call.mask ? static_cast<const BiasPlan&>(masked) : position;
    const OnlinePlan plan{bias, ranges.span(), tabled ? &tables : nullptr};
    if (!singly) return attend_online(call, plan, finite);
    attend_singly(call, plan, finite);
    return Status{};
  };
  if (by_pair) return run(PairBias(call, stack));
  if (by_table) return run(TableBias(tables));
  return alibi == nullptr ? run(NoBias()) : run(LaneBias<Alibi>(*alibi));
}

}  // namespace

Status attend(const AttentionCall& call, const PositionStack& stack, const AttentionMaps& maps,
              const LedgerRows* rows) {
  if (call.queries == 0) return {};
  const bool evenly_spaced = contiguous(call.query_positions) && contiguous(call.key_positions);
  const bool by_row = maps || stack.has(kByPair) || (stack.has(kByDistance) && (!evenly_spaced || call.keys == 0));
  bool finite = !by_row;
  const Status status = by_row ? Status{} : stream(call, stack, evenly_spaced && call.keys > 0, finite);
  return finite || !status.ok() ? status : attend_rows(call, stack, maps, rows);
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
        *bias++ = tables.dense() ? tables.bias(tables.entry(query, key))
                                 : static_cast<float>(stack.bias(h, stack.pair_positions(query, key)));
      }
    }
  }
  return {};
}

}  // namespace whereformer
