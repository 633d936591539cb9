#include "attention/lower.hpp"

#include "attention/positions.hpp"

namespace whereformer {
namespace {

using Kernel = Lowering::Kernel;
using Bias = Lowering::Bias;

// The part that is the whole bias and linear; null = there is none.
const AnyEncoding* only_linear_bias(const PositionStack& stack) {
  const AnyEncoding* found = nullptr;
  for (const auto& part : stack.parts()) {
    if ((part->hooks() & kBiases) == 0) continue;
    if (found != nullptr || (part->hooks() & kLinearBias) == 0) return nullptr;
    found = part.get();
  }
  return found;
}

Bias bias_of(const PositionStack& stack, bool tabulated, const AnyEncoding* linear) {
  if (stack.has(kMasksWithHoles)) return Bias::pairs;
  if (!stack.has(kBiases)) return Bias::none;
  if (tabulated && !stack.has(kBiasesByPair)) return Bias::table;
  return linear != nullptr ? Bias::linear : Bias::pairs;
}

}  // namespace

CallShape shape_of(const AttentionCall& call) {
  const bool evenly_spaced = contiguous(call.query_positions) && contiguous(call.key_positions);
  const bool whole = all_whole(call.query_positions) && all_whole(call.key_positions);
  return {call.queries, call.keys, evenly_spaced, whole, call.mask || call.biased_cap > 0};
}

Lowering lower(const PositionStack& stack, const CallShape& call) {
  if (call.queries == 0) return {};
  // a table has one entry per integer distance
  const bool tabulated = call.evenly_spaced && call.keys > 0;
  const bool far = call.whole && stack.far_part() != nullptr;
  if (call.ledger || (stack.has(kByPair) && !far) || (stack.has(kByDistance) && !tabulated))
    return {.kernel = Kernel::rows};
  const AnyEncoding* linear = only_linear_bias(stack);
  const Bias bias = bias_of(stack, tabulated, linear);
  const bool vectors = stack.has(kByDistance);
  const bool one_by_one = call.queries <= kFewQueries && !call.masked && !call.unmasked && !vectors && !far;
  return {.kernel = one_by_one && (bias == Bias::none || bias == Bias::table) ? Kernel::decode : Kernel::streaming,
          .bias = bias,
          .far = far,
          .vectors = vectors,
          .linear = bias == Bias::linear ? linear : nullptr};
}

}  // namespace whereformer
