#include "analysis/meter.hpp"
#include "bindings/operation.hpp"
#include "bindings/position.hpp"

namespace whereformer::bindings {
namespace {

// Properties of an encoding; findings are [5, 3], value and two places.
Status measure(const Request& request, Result& result) {
  PositionStack stack;
  Properties found;
  const MeterRequest wanted{request.integer("heads"), request.integer("headDim"), request.integer("length"),
                            request.integer("trainLength"), request.number("seed")};
  const Status status = then(read_position(request, stack), [&] { return whereformer::measure(stack, wanted, found); });
  if (!status.ok()) return status;
  float findings[15];
  float* next = findings;
  for (const Finding* finding :
       {&found.uniqueness, &found.relativity, &found.first_change, &found.rise, &found.leaves}) {
    *next++ = static_cast<float>(finding->value);
    *next++ = static_cast<float>(finding->first);
    *next++ = static_cast<float>(finding->second);
  }
  result.set("length", found.length);
  result.set("ofPositions", found.of_positions);
  result.set("findings", findings);
  result.set("decay", found.decay.span());
  result.set("bound", found.bound.span());
  result.set("unseenPairs", found.unseen_pairs);
  result.set("pairs", found.pairs);
  return {};
}

}  // namespace

EMSCRIPTEN_BINDINGS(whereformer_analysis) {
  emscripten::function("measure", &perform<measure>);
}

}  // namespace whereformer::bindings
