#include "attention/attend.hpp"

#include "attention/key_ranges.hpp"
#include "attention/streaming/chosen_plan.hpp"
#include "attention/streaming/decode.hpp"
#include "attention/twice_rotated.hpp"
#include "core/parallel.hpp"

namespace whereformer {
namespace {

Streamed stream(const AttentionCall& call, const PositionStack& stack, const Lowering& lowered,
                const AttentionMaps& maps) {
  Buffer<KeyRange> ranges;
  DistanceTiles tiles;
  TwiceRotated twice;
  TRY(find_ranges(call, stack, ranges));
  if (lowered.vectors) TRY(tiles.prepare(stack, call, lowered.bias == Lowering::Bias::table));
  if (lowered.far) TRY(twice.prepare(stack, call));
  const AttentionCall& rotated = lowered.far ? twice.near() : call;
  const parallel::SingleThread single(lowered.bias == Lowering::Bias::pairs && stack.has(kOneThread));
  return with_plan(rotated, stack, lowered, ranges.span(), tiles, [&](const BiasPlan& bias) {
    const CapPlan capped(call.biased_cap, bias);
    const OnlinePlan plan{call.biased_cap > 0 ? static_cast<const BiasPlan&>(capped) : bias, ranges.span(), maps,
                          lowered.vectors ? &tiles : nullptr, lowered.far ? &twice.far() : nullptr};
    return lowered.kernel == Lowering::Kernel::decode ? attend_one_by_one(rotated, plan) : attend_online(rotated, plan);
  });
}

}  // namespace

Status attend(const AttentionCall& call, const PositionStack& stack, const AttentionMaps& maps,
              const LedgerRows* rows) {
  CallShape shape = shape_of(call);
  shape.unmasked = maps.wants_hidden();
  shape.ledger = maps.ledger != nullptr;
  const Lowering lowered = lower(stack, shape);
  if (lowered.kernel == Lowering::Kernel::none) return {};
  if (lowered.kernel != Lowering::Kernel::rows) {
    const Streamed streamed = stream(call, stack, lowered, maps);
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
    TRY(tables.prepare(stack, positions, true));
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
