#include "model/renumber.hpp"

#include "model/attention_layer.hpp"

namespace whereformer {
namespace {

// Keys hold nothing of biases, masks and content by distance, which look at positions when a query arrives, nor of what scales queries by
// their own position.
Status check(const PositionStack& stack) {
  const unsigned turning = stack.has(kSetsDistance) ? 0U : kRotates;
  for (const auto& part : stack.parts()) {
    const unsigned hooks = part->hooks();
    if ((hooks & kByOwnPosition) != 0) continue;
    const PairLayout pairs = part->rotated_pairs();
    const bool turns = (hooks & (turning | kRotatesValues)) != 0;
    if ((hooks & (kEmbeds | kRemaps)) != 0 || part->follows_length() ||
        (turns && (!pairs.composes || pairs.per_head))) {
      return word_error("options.renumber", part->type(),
                        "encodings whose cached keys can be turned or hold no position");
    }
  }
  return {};
}

}  // namespace

Status renumber(KvCache& cache, const LayerPositions& positions, const StackSpec& spec, int first, float by) {
  const int group = spec.heads / spec.kv_heads;
  const std::span<const float> difference(&by, 1);
  GrowingArray<Placement> turns;  // of the entries: rotations by `difference` from wherever a key or value is
  TRY(turns.resize(positions.size()));
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const PositionStack& stack = positions[i].stack;
    TRY(check(stack));
    TRY(turns[i].key_rotation.prepare_turn(stack, difference, {Side::key, spec.kv_heads, group, spec.head_dim}));
    TRY(turns[i].value_rotation.prepare_turn(stack, difference, {Side::value, spec.kv_heads, group, spec.head_dim}));
  }
  const auto turn = [&](Rotation& rotation, HeadRows<float> rows) {
    rows.data = rows.row(0, 0, first);
    rows.batch_stride = rows.row_stride;  // each token is a sequence of one, as `difference` is of one
    rotation.apply(rows, cache.length() - first);
  };
  for (int layer = 0; layer < spec.layers(); ++layer) {
    Placement& of = turns[positions.index_of(layer)];
    turn(of.key_rotation, cache.keys(layer));
    turn(of.value_rotation, cache.values(layer));
  }
  cache.move(first, by);
  return {};
}

}  // namespace whereformer
