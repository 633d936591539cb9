#include "analysis/meter.hpp"
#include "bindings/position.hpp"
#include "bindings/requests/position.hpp"

namespace whereformer::bindings {
namespace {

template <class Number>
void set(const FindingResult<Number>& result, const Finding& finding) {
  result.value.set(static_cast<float>(finding.value));  // scores are float32
  result.first.set(finding.first);
  result.second.set(finding.second);
}

void set(const FindingResult<OptionalResult>& result, const std::optional<Finding>& finding) {
  if (finding) set(result, *finding);
}

}  // namespace

// Measures properties of an encoding.
Status measure(const MeasureRequest& request, const MeasureResult& result) {
  PositionStack stack;
  Properties found;
  const MeterRequest wanted{request.heads, request.head_dim, request.length, request.train_length, request.seed};
  TRY(read_position(request.position, stack));
  TRY(whereformer::measure(stack, wanted, found));
  result.length.set(found.length);
  result.of_positions.set(found.of_positions);
  set(result.uniqueness, found.uniqueness);
  set(result.relativity, found.relativity);
  set(result.first_change, found.first_change);
  set(result.rise, found.rise);
  if (found.leaves) {
    result.excess.set(static_cast<float>(found.leaves->excess));
    result.leaves_at.set(found.leaves->at);
  }
  result.decay.set(found.decay.span());
  result.bound.set(found.bound.span());
  result.unseen_pairs.set(found.unseen_pairs);
  result.pairs.set(found.pairs);
  return {};
}

}  // namespace whereformer::bindings
