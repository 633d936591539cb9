// The plan of the bias that a call was lowered to.
#pragma once

#include <utility>

#include "attention/lower.hpp"
#include "attention/streaming/bias_plan.hpp"

namespace whereformer {

// run(const BiasPlan&) → what can be made of a Status; ranges [queries]; `tiles` are prepared if lowered.tables().
template <class Run>
auto with_plan(const AttentionCall& call, const PositionStack& stack, const Lowering& lowered,
               std::span<const KeyRange> ranges, const DistanceTiles& tiles, Run&& run)
    -> decltype(run(std::declval<const BiasPlan&>())) {
  const auto masked = [&](const BiasPlan& position) {
    const MaskPlan both(call.mask, position);
    return run(call.mask ? static_cast<const BiasPlan&>(both) : position);
  };
  switch (lowered.bias) {
    case Lowering::Bias::table:
      return masked(TableBias(tiles));
    case Lowering::Bias::linear:
      return masked(LaneBias(*lowered.linear));
    case Lowering::Bias::pairs: {
      PairBias pairs(call, stack);
      TRY(pairs.prepare(ranges));
      return masked(pairs);
    }
    case Lowering::Bias::none:
      break;
  }
  return masked(NoBias());
}

}  // namespace whereformer
