#include "analysis/meter.hpp"
#include "bindings/position.hpp"
#include "bindings/requests/position.hpp"

namespace whereformer::bindings {
// Properties of an encoding; findings are [5, 3], value and two places.
Status measure(const MeasureRequest& request, const MeasureResult& result) {
  PositionStack stack;
  Properties found;
  const MeterRequest wanted{request.heads, request.head_dim, request.length, request.train_length, request.seed};
  const Status status =
      then(read_position(request.position, stack), [&] { return whereformer::measure(stack, wanted, found); });
  if (!status.ok()) return status;
  float findings[15];
  float* next = findings;
  for (const Finding* finding :
       {&found.uniqueness, &found.relativity, &found.first_change, &found.rise, &found.leaves}) {
    *next++ = static_cast<float>(finding->value);
    *next++ = static_cast<float>(finding->first);
    *next++ = static_cast<float>(finding->second);
  }
  result.length.set(found.length);
  result.of_positions.set(found.of_positions);
  result.findings.set(findings);
  result.decay.set(found.decay.span());
  result.bound.set(found.bound.span());
  result.unseen_pairs.set(found.unseen_pairs);
  result.pairs.set(found.pairs);
  return {};
}

}  // namespace whereformer::bindings
