#include <emscripten/bind.h>

#include "analysis/meter.hpp"
#include "bindings/errors.hpp"
#include "bindings/position.hpp"

namespace whereformer::bindings {
namespace {

using emscripten::val;

EMSCRIPTEN_DECLARE_VAL_TYPE(MeasureResult);

MeasureResult measure_position(const RawPosition& list, int heads, int head_dim, int length, int trained, double seed) {
  PositionStack stack;
  Properties found;
  const Status status =
      then(read_position(list, stack), [&] { return measure(stack, {heads, head_dim, length, trained, seed}, found); });
  val result = result_of(status);
  if (status.ok()) {
    std::vector<float> findings;
    for (const Finding* finding :
         {&found.uniqueness, &found.relativity, &found.first_change, &found.rise, &found.leaves}) {
      findings.push_back(static_cast<float>(finding->value));
      findings.push_back(static_cast<float>(finding->first));
      findings.push_back(static_cast<float>(finding->second));
    }
    result.set("length", found.length);
    result.set("ofPositions", found.of_positions);
    result.set("findings", copy_out(std::span<const float>(findings)));
    result.set("decay", copy_out(std::span<const float>(found.decay.span())));
    result.set("bound", copy_out(std::span<const float>(found.bound.span())));
    result.set("unseenPairs", found.unseen_pairs);
    result.set("pairs", found.pairs);
  }
  return MeasureResult(std::move(result));
}

}  // namespace

EMSCRIPTEN_BINDINGS(whereformer_analysis) {
  emscripten::register_type<MeasureResult>(
      "{ failure?: { code: string; argument: string; got: number; wanted: string }; length: number; ofPositions: "
      "boolean; findings: Float32Array; decay: Float32Array; bound: Float32Array; unseenPairs: number; pairs: number "
      "}");
  emscripten::function("measure", &measure_position);
}

}  // namespace whereformer::bindings
