#include <emscripten/bind.h>

#include "analysis/meter.hpp"
#include "bindings/errors.hpp"
#include "bindings/position.hpp"

namespace whereformer::bindings {
namespace {

using emscripten::val;

EMSCRIPTEN_DECLARE_VAL_TYPE(MeasureResult);

// A finding as [value, first, second].
val numbers_of(const Finding& finding) {
  const float numbers[] = {static_cast<float>(finding.value), static_cast<float>(finding.first),
                           static_cast<float>(finding.second)};
  return copy_out(std::span<const float>(numbers));
}

MeasureResult measure_position(const RawPosition& list, int heads, int head_dim, int length, int trained, double seed) {
  PositionStack stack;
  Properties found;
  const Status status =
      then(read_position(list, stack), [&] { return measure(stack, {heads, head_dim, length, trained, seed}, found); });
  val result = result_of(status);
  if (status.ok()) {
    result.set("length", found.length);
    result.set("ofPositions", found.of_positions);
    result.set("uniqueness", numbers_of(found.uniqueness));
    result.set("relativity", numbers_of(found.relativity));
    result.set("shift", found.shift);
    result.set("decay", copy_out(std::span<const float>(found.decay.span())));
    result.set("rise", numbers_of(found.rise));
    result.set("bound", copy_out(std::span<const float>(found.bound.span())));
    result.set("leaves", numbers_of(found.leaves));
    result.set("unseenPairs", found.unseen_pairs);
    result.set("pairs", found.pairs);
  }
  return MeasureResult(std::move(result));
}

}  // namespace

EMSCRIPTEN_BINDINGS(whereformer_analysis) {
  emscripten::register_type<MeasureResult>(
      "{ failure?: { code: string; argument: string; got: number; wanted: string }; length: number; ofPositions: "
      "boolean; uniqueness: "
      "Float32Array; relativity: Float32Array; shift: number; decay: Float32Array; rise: Float32Array; bound: "
      "Float32Array; leaves: Float32Array; unseenPairs: number; pairs: number }");
  emscripten::function("measure", &measure_position);
}

}  // namespace whereformer::bindings
