#include "train/attention_backward.hpp"

#include <numbers>

#include "attention/streaming/chosen_plan.hpp"
#include "core/math.hpp"
#include "core/parallel.hpp"
#include "core/shape.hpp"
#include "simd/transform.hpp"
#include "train/attention_rows_backward.hpp"
#include "train/attention_tiles_backward.hpp"

namespace whereformer::train {
namespace {

using Bias = Lowering::Bias;

// By tiles, biases are learned by distance only.
bool by_tiles(const Lowering& lowered, bool learns_bias) {
  const bool streamed = lowered.kernel == Lowering::Kernel::streaming || lowered.kernel == Lowering::Kernel::decode;
  return streamed && !lowered.vectors && (!learns_bias || lowered.bias == Bias::table);
}

// One call for each head and distance.
void deliver(const AttentionCall& call, std::span<const double> sums, PositionGradients& to) {
  if (call.queries == 0 || call.keys == 0) return;
  const double least = static_cast<double>(call.query_positions[0]) - call.key_positions[0] - (call.keys - 1);
  const double* sum = sums.data();
  for (int head = 0; head < call.heads; ++head) {
    for (int e = 0; e < call.queries + call.keys - 1; ++e) to.bias(head, PairPositions(least + e, 0), *sum++);
  }
}

// A sink has a weight and no value, so that dO · v − D is −D there.
void sinks_backward(const AttentionCall& call, const AttentionGradients& to) {
  for (int head = 0; head < call.heads; ++head) {
    double sum = 0;
    for (int row = 0; row < call.batch * call.queries; ++row) {
      const int batch = row / call.queries;
      const int query = row % call.queries;
      const RowSums sums = call.sums_from(batch, head, query);
      if (*sums.totals == 0) continue;
      const double weight = math::exp(call.sinks[head] - *sums.tops * std::numbers::ln2) / *sums.totals;
      const float* output = call.output.row(batch, head, query);
      sum += weight * simd::dot(to.d_output.row(batch, head, query), output, call.value_dim);
    }
    to.d_sinks[head] -= static_cast<float>(sum);
  }
}

TilesResult run_tiles(const AttentionCall& call, const PositionStack& stack, const Lowering& lowered,
                      const AttentionGradients& to, std::span<double> bias_sums) {
  Buffer<KeyRange> ranges;
  const DistanceTiles none;
  TRY(find_ranges(call, stack, ranges));
  const parallel::SingleThread single(lowered.bias == Bias::pairs && stack.has(kOneThread));
  return with_plan(call, stack, lowered, ranges.span(), none, [&](const BiasPlan& bias) {
    return attend_tiles_backward(call, {bias, ranges.span(), bias_sums}, to);
  });
}

}  // namespace

Status attend_backward(const AttentionCall& call, const PositionStack& stack, const AttentionGradients& to,
                       PositionGradients* learned) {
  const unsigned carried = learned == nullptr ? 0 : kContentByRow;
  if (stack.has(kByPair & ~carried)) {
    return word_error("position", "content of each pair", "encodings whose scores are sums: others cannot be trained");
  }
  if (to.d_sinks != nullptr) sinks_backward(call, to);
  const Lowering lowered = lower(stack, shape_of(call));
  const bool learns_bias = stack.has(kBiases) && learned != nullptr && learned->learns(kBiases);
  if (!by_tiles(lowered, learns_bias)) return attend_rows_backward(call, stack, to, learned);
  Buffer<double> sums;  // as TilesPlan::bias_sums
  const std::size_t size = element_count(call.heads, call.queries + call.keys - 1);
  if (learns_bias) {
    TRY(sums.allocate(size + simd::kTileWidth));
  }
  const TilesResult result = run_tiles(call, stack, lowered, to, sums.span());
  if (!result.status.ok()) return result.status;
  if (!result.finite) return attend_rows_backward(call, stack, to, learned);
  if (learns_bias) deliver(call, sums.span(), *learned);
  return {};
}

}  // namespace whereformer::train
