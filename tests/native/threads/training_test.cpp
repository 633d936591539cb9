// Steps of training with one thread, two and three: the same bits.
#include "model/add_stack.hpp"
#include "threads/team.hpp"
#include "train/trainer.hpp"
#include "train/trial_stacks.hpp"
#include "train/trials.hpp"

using namespace whereformer;
using test::same_bits;
using test::StackKind;
using test::TrialBatch;

namespace {

// Wide enough for its products to be shared.
ModelSpec wide_spec(int d_model, int d_ff, int heads, int kv_heads) {
  ModelSpec spec = test::trial_spec(16);
  spec.vocab = 101;
  spec.d_model = spec.embedding_size = d_model;
  spec.stack.heads = heads;
  spec.stack.kv_heads = kv_heads;
  spec.stack.d_ff = d_ff;
  spec.stack.mlp_bias = true;
  return spec;
}

// Gradients of the last of two steps, and the weights after it.
std::vector<float> after_two_steps(const ModelSpec& spec, const StackKind& kind, const reference::Batch& batch) {
  Transformer model;
  LayerPositions positions;
  kind.fill(add_stack(positions), spec);
  REQUIRE(model.build(spec).ok());
  train::Trainer trainer;
  REQUIRE(trainer.start(model, positions, {}, train::Init::gpt2, 1).ok());
  for (int step = 0; step < 2; ++step) {
    train::StepReport report;
    REQUIRE(trainer.step({batch.ids, batch.targets, batch.sequences, batch.length, batch.positions}, report).ok());
  }
  std::vector<float> all;
  for (const train::Parameter& one : trainer.parameters()) {
    for (const Buffer<float>* values : {&one.gradient, &one.value}) {
      all.insert(all.end(), values->data(), values->data() + one.size());
    }
  }
  return all;
}

}  // namespace

TEST_CASE("steps of training have the same bits with any number of threads", "[train]") {
  const auto [d_model, d_ff, heads, kv_heads, sequences, length] =
      GENERATE(std::tuple{64, 320, 4, 4, 5, 50}, std::tuple{200, 136, 4, 2, 1, 211}, std::tuple{66, 333, 3, 1, 3, 70});
  CAPTURE(d_model, d_ff, heads, kv_heads, sequences, length);
  const ModelSpec spec = wide_spec(d_model, d_ff, heads, kv_heads);
  const TrialBatch batch(spec, sequences, length);
  same_bits([&] { return after_two_steps(spec, test::kNoStack, batch.batch); });
}

TEST_CASE("so have those of learned positions, and of attention that is not shared", "[train]") {
  const ModelSpec spec = wide_spec(64, 320, 4, 2);
  const TrialBatch batch(spec, 3, 70);
  for (const StackKind& kind : test::kStacks) {
    const std::string_view name = kind.name;
    if (name != "rope" && name != "alibi" && name != "t5" && name != "shaw" && name != "kerple") continue;
    INFO(name);
    same_bits([&] { return after_two_steps(spec, kind, batch.batch); });
  }
}
