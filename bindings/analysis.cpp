#include "analysis/meter.hpp"
#include "bindings/position.hpp"
#include "bindings/requests/position.hpp"

namespace whereformer::bindings {
namespace {

void set(const FindingResult& result, const Finding& finding) {
  result.value.set(static_cast<float>(finding.value));  // scores are float32
  result.first.set(finding.first);
  result.second.set(finding.second);
}

}  // namespace

// Properties of an encoding.
Status measure(const MeasureRequest& request, const MeasureResult& result) {
  PositionStack stack;
  Properties found;
  const MeterRequest wanted{request.heads, request.head_dim, request.length, request.train_length, request.seed};
  const Status status =
      then(read_position(request.position, stack), [&] { return whereformer::measure(stack, wanted, found); });
  if (!status.ok()) return status;
  result.length.set(found.length);
  result.of_positions.set(found.of_positions);
  set(result.uniqueness, found.uniqueness);
  set(result.relativity, found.relativity);
  set(result.first_change, found.first_change);
  set(result.rise, found.rise);
  result.excess.set(static_cast<float>(found.leaves.value));
  result.leaves_at.set(found.leaves.first);
  result.decay.set(found.decay.span());
  result.bound.set(found.bound.span());
  result.unseen_pairs.set(found.unseen_pairs);
  result.pairs.set(found.pairs);
  return {};
}

}  // namespace whereformer::bindings
