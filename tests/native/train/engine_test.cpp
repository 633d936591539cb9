// Losses, gradients and steps of the trainer against the reference, for every option of a spec and every kind of stack.
#include "model/add_stack.hpp"
#include "train/trainer.hpp"
#include "train/trial_stacks.hpp"
#include "train/trials.hpp"

using namespace whereformer;
using test::kNoStack;
using test::kOptions;
using test::kStacks;
using test::Option;
using test::StackKind;
using test::trial_spec;
using test::TrialBatch;
using train::Trainer;

namespace {

constexpr double kTolerance = 4e-6;  // of the largest gradient of the model

// Adds the reference's gradients of a stack up, by the same hooks `learn`.
class LearningSink final : public reference::PositionSink {
 public:
  explicit LearningSink(PositionStack& stack) { REQUIRE(gradients.shape(stack).ok()); }
  void embed(double position, std::span<const double> row) override { gradients.embed(position, row); }
  void bias(int head, PairPositions at, double value) override { gradients.bias(head, at, value); }
  void vector(Side side, int head, double distance, std::span<const double> vector) override {
    gradients.vector(side, head, distance, vector);
  }
  void content_row(const ContentRowGradient& gradient) override { gradients.content_row(gradient); }

  train::StackGradients gradients;
};

// A model with the plain model's weights, its trainer, and the reference beside it.
class Trial {
 public:
  explicit Trial(const ModelSpec& spec, const StackKind& kind = kNoStack, train::OptimizerSpec optimizer = {})
      : spec_(spec), kind_(kind), plain_(spec) {
    kind.fill(add_stack(positions_), spec_);
    REQUIRE(model_.build(spec_).ok());
    started = trainer.start(model_, positions_, optimizer, train::Init::gpt2, 1);
    if (!started.ok()) return;
    for (const auto& [name, tensor] : plain_.tensors()) {
      REQUIRE(trainer.write(Trainer::Of::weight, name.c_str(), tensor.values).ok());
    }
    REQUIRE(trainer.publish().ok());
  }

  train::Batch batch_of(const reference::Batch& batch) const {
    return {batch.ids, batch.targets, batch.sequences, batch.length, batch.positions};
  }

  void check(const reference::Batch& batch) {
    LayerPositions positions;
    const PositionStack& stack = reference_stack(batch, positions);
    LearningSink sink(positions.change(0));
    const reference::ReferenceResult expected =
        reference::reference_step(spec_, test::weights_of(plain_), stack, batch, &sink);
    double loss = 0;
    REQUIRE(trainer.gradients(batch_of(batch), loss).ok());
    CHECK(std::abs(loss - expected.loss) <= kTolerance * std::max(1.0, expected.loss));
    const double largest = largest_of(expected);
    std::size_t compared = 0;
    for (const auto& [name, gradient] : expected.gradients) {
      INFO(name);
      compare(name, gradient, largest);
      ++compared;
    }
    for (const train::LearnedParameter& one : sink.gradients.parameters()) {
      INFO(one.name);
      const std::string name = "position.0." + std::to_string(one.part) + "." + one.name;
      compare(name, {one.gradients.data(), one.gradients.data() + one.gradients.size()}, largest);
      ++compared;
    }
    CHECK(compared == trainer.parameters().size());
  }

  Trainer trainer;
  Status started;

 private:
  const PositionStack& reference_stack(const reference::Batch& batch, LayerPositions& positions) {
    const std::vector<float> counted = test::positions_from(0, batch.length);
    const double length = Geometry().over(batch.positions.empty() ? std::span(counted) : batch.positions).length;
    kind_.fill(add_stack(positions), spec_);
    REQUIRE(positions.prepare(spec_.stack, spec_.embedding_size, length).ok());
    return positions[0].stack;
  }

  static double largest_of(const reference::ReferenceResult& result) {
    double largest = 0;
    for (const auto& [name, gradient] : result.gradients) {
      for (const double g : gradient) largest = std::max(largest, std::abs(g));
    }
    return largest;
  }

  void compare(const std::string& name, const std::vector<double>& expected, double largest) {
    std::vector<float> actual(expected.size());
    REQUIRE(trainer.read(Trainer::Of::gradient, name.c_str(), actual).ok());
    const std::vector<float> rounded(expected.begin(), expected.end());
    CHECK(test::largest_difference(actual, rounded) <= kTolerance * largest);
  }

  ModelSpec spec_;
  StackKind kind_;
  test::PlainModel plain_;
  Transformer model_;
  LayerPositions positions_;
};

std::vector<float> weights_of(const Trainer& trainer) {
  std::vector<float> all;
  for (const train::Parameter& one : trainer.parameters()) {
    all.insert(all.end(), one.value.data(), one.value.data() + one.size());
  }
  return all;
}

}  // namespace

TEST_CASE("gradients of every option of a spec equal the reference", "[train]") {
  for (const Option& option : kOptions) {
    ModelSpec spec = trial_spec();
    option.change(spec);
    for (const int length : {1, 3, 5}) {
      INFO(option.name << ", length " << length);
      Trial trial(spec);
      REQUIRE(trial.started.ok());
      const TrialBatch batch(spec, length == 3 ? 1 : 3, length);
      trial.check(batch.batch);
    }
  }
}

TEST_CASE("gradients under every kind of stack equal the reference", "[train]") {
  for (const StackKind& kind : kStacks) {
    for (const bool causal : {true, false}) {
      ModelSpec spec = trial_spec(6);
      spec.stack.heads = 2;
      spec.stack.kv_heads = causal ? 1 : 2;
      spec.stack.causal = causal;
      INFO(kind.name << ", causal " << causal);
      Trial trial(spec, kind);
      const std::string_view name = kind.name;
      if (name == "rerope" || name == "selfExtend") {
        CHECK(trial.started.code == Code::unsupported);
        CHECK(std::string_view(trial.started.argument) == "position");
        continue;
      }
      REQUIRE(trial.started.ok());
      const TrialBatch batch(spec, 3, 5);
      trial.check(batch.batch);
    }
  }
}

TEST_CASE("sequences may have positions of their own", "[train]") {
  for (const StackKind& kind : kStacks) {
    const std::string_view name = kind.name;
    if (name == "rerope" || name == "selfExtend") continue;
    const ModelSpec spec = trial_spec();
    INFO(kind.name);
    Trial trial(spec, kind);
    TrialBatch batch(spec, 2, 3);
    batch.place({0, 1, 2, 1, 4, 5});
    trial.check(batch.batch);
  }
}

TEST_CASE("batches that do not fit into one pass add up", "[train]") {
  ModelSpec spec = trial_spec();
  Trial trial(spec, kStacks[4]);
  for (const int sequences : {85, 53}) {
    const TrialBatch batch(spec, sequences, 5);
    trial.check(batch.batch);
  }
}

TEST_CASE("the same with the longer passes of 2^20 weights", "[train]") {
  ModelSpec spec = trial_spec();
  spec.d_model = spec.embedding_size = 250;
  spec.stack.d_ff = 700;
  Trial trial(spec);
  std::size_t weights = 0;
  for (const train::Parameter& one : trial.trainer.parameters()) weights += one.size();
  REQUIRE(weights >= std::size_t{1} << 20);
  const TrialBatch batch(spec, 53, 5);
  trial.check(batch.batch);
}

TEST_CASE("a step is AdamW in plain loops", "[train]") {
  train::OptimizerSpec optimizer;
  optimizer.learning_rate = 0.03;
  optimizer.warmup = 3;
  optimizer.steps = 8;
  optimizer.schedule = train::Schedule::cosine;
  optimizer.final_rate = 0.1;
  optimizer.weight_decay = 0.2;
  optimizer.clip = 0.5;
  const ModelSpec spec = trial_spec();
  Trial trial(spec, kStacks[6], optimizer);
  const TrialBatch batch(spec, 3, 5);
  std::vector<std::vector<double>> values;
  std::vector<std::vector<double>> moments;
  std::vector<std::vector<double>> squares;
  for (const train::Parameter& one : trial.trainer.parameters()) {
    values.emplace_back(one.value.data(), one.value.data() + one.size());
    moments.emplace_back(one.size());
    squares.emplace_back(one.size());
  }
  for (int step = 1; step <= 10; ++step) {
    train::StepReport report;
    REQUIRE(trial.trainer.step(trial.batch_of(batch.batch), report).ok());
    CHECK(report.step == step);
    const double passed = std::min(1.0, (step - 3) / 5.0);
    const double rate = step < 3 ? 0.03 * step / 3 : 0.03 * (0.1 + 0.9 * 0.5 * (1 + std::cos(M_PI * passed)));
    CHECK(std::abs(report.learning_rate - rate) <= 1e-12);
    double square = 0;
    for (const train::Parameter& one : trial.trainer.parameters()) {
      for (const float g : one.gradient.span()) square += static_cast<double>(g) * g;
    }
    CHECK(std::abs(report.gradient_norm - std::sqrt(square)) <= 1e-6 * std::sqrt(square));
    const double scale = std::min(1.0, 0.5 / (std::sqrt(square) + 1e-6));
    for (std::size_t p = 0; p < values.size(); ++p) {
      const train::Parameter& one = trial.trainer.parameters()[p];
      const bool is_matrix = one.columns > 1 && !one.name.view().starts_with("position");
      for (std::size_t i = 0; i < one.size(); ++i) {
        const double g = one.gradient[i] * scale;
        moments[p][i] = 0.9 * moments[p][i] + 0.1 * g;
        squares[p][i] = 0.999 * squares[p][i] + 0.001 * g * g;
        const double mean = moments[p][i] / (1 - std::pow(0.9, step));
        const double deviation = std::sqrt(squares[p][i] / (1 - std::pow(0.999, step))) + 1e-8;
        values[p][i] = values[p][i] * (1 - (is_matrix ? rate * 0.2 : 0)) - rate * mean / deviation;
      }
      INFO(one.name.view() << ", step " << step);
      CHECK(test::largest_difference(one.value.span(), std::vector<float>(values[p].begin(), values[p].end())) <= 2e-5);
    }
  }
}

TEST_CASE("a trainer that takes over another one's state goes on with the same bits", "[train]") {
  const ModelSpec spec = trial_spec();
  const StackKind& kind = kStacks[6];
  const TrialBatch batch(spec, 3, 5);
  Trial whole(spec, kind);
  Trial first(spec, kind);
  train::StepReport report;
  for (int i = 0; i < 12; ++i) REQUIRE(whole.trainer.step(whole.batch_of(batch.batch), report).ok());
  for (int i = 0; i < 5; ++i) REQUIRE(first.trainer.step(first.batch_of(batch.batch), report).ok());
  Trial second(spec, kind);
  for (const train::Parameter& one : first.trainer.parameters()) {
    for (const Trainer::Of what : {Trainer::Of::weight, Trainer::Of::moment, Trainer::Of::square}) {
      std::vector<float> values(one.size());
      REQUIRE(first.trainer.read(what, one.name.c_str(), values).ok());
      REQUIRE(second.trainer.write(what, one.name.c_str(), values).ok());
    }
  }
  second.trainer.set_steps_done(5);
  REQUIRE(second.trainer.publish().ok());
  for (int i = 5; i < 12; ++i) REQUIRE(second.trainer.step(second.batch_of(batch.batch), report).ok());
  CHECK(report.step == 12);
  CHECK(weights_of(second.trainer) == weights_of(whole.trainer));
}

TEST_CASE("steps learn a batch by heart", "[train]") {
  train::OptimizerSpec optimizer;
  optimizer.learning_rate = 0.02;
  const ModelSpec spec = trial_spec();
  Trial trial(spec, kStacks[1], optimizer);
  const TrialBatch batch(spec, 2, 5);
  train::StepReport report;
  for (int i = 0; i < 150; ++i) REQUIRE(trial.trainer.step(trial.batch_of(batch.batch), report).ok());
  std::vector<int> predictions(batch.batch.ids.size());
  train::Evaluation evaluation;
  REQUIRE(trial.trainer.evaluate(trial.batch_of(batch.batch), evaluation, predictions).ok());
  CHECK(evaluation.loss < 0.05);
  CHECK(evaluation.accuracy == 1);
  CHECK(evaluation.exact_match == 1);
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    if (batch.batch.targets[i] >= 0) CHECK(predictions[i] == batch.batch.targets[i]);
  }
}

TEST_CASE("the exact match counts sequences with targets only", "[train]") {
  const ModelSpec spec = trial_spec();
  Trial trial(spec);
  const std::vector<int> ids = {0, 1, 2, 3, 4, 0};
  std::vector<int> predictions(6);
  train::Evaluation evaluation;
  std::vector<int> targets(6, 0);
  REQUIRE(trial.trainer.evaluate({ids, targets, 3, 2, {}}, evaluation, predictions).ok());
  targets = {predictions[0], -100, (predictions[2] + 1) % 5, predictions[3], -100, -100};
  REQUIRE(trial.trainer.evaluate({ids, targets, 3, 2, {}}, evaluation, {}).ok());
  CHECK(evaluation.counted == 3);
  CHECK(std::abs(evaluation.accuracy - 2.0 / 3) < 1e-12);
  CHECK(evaluation.exact_match == 0.5);
}

TEST_CASE("bad batches are refused and change nothing", "[train]") {
  const ModelSpec spec = trial_spec();
  Trial trial(spec, kStacks[6]);
  const std::vector<float> before = weights_of(trial.trainer);
  const std::vector<int> ids = {0, 1, 2, 3};
  const std::vector<int> targets = {1, 2, 3, -100};
  const std::vector<float> positions = {0, 1, 2};
  train::StepReport report;
  const auto refused = [&](const train::Batch& batch, const char* argument) {
    INFO(argument);
    const Status status = trial.trainer.step(batch, report);
    CHECK(!status.ok());
    CHECK(std::string_view(status.argument) == argument);
    CHECK(weights_of(trial.trainer) == before);
    CHECK(trial.trainer.steps_done() == 0);
  };
  const std::vector<int> too_large = {1, 5, 0, 0};
  const std::vector<int> too_small = {1, -1, 0, 0};
  const std::vector<int> none(4, -100);
  refused({{}, {}, 0, 0, {}}, "inputIds");
  refused({ids, targets, 2, 3, {}}, "inputIds");
  refused({ids, std::span(targets).first(3), 2, 2, {}}, "targets");
  refused({ids, too_large, 2, 2, {}}, "targets");
  refused({ids, too_small, 2, 2, {}}, "targets");
  refused({ids, none, 2, 2, {}}, "targets");
  refused({too_large, targets, 2, 2, {}}, "inputIds");
  refused({ids, targets, 2, 2, positions}, "positionIds");
  const std::vector<int> long_ids(11, 0);
  refused({long_ids, long_ids, 1, 11, {}}, "positions");
  CHECK(trial.trainer.step({ids, targets, 2, 2, {}}, report).ok());
}

TEST_CASE("a loss that is not finite stops the step and keeps the state", "[train]") {
  const ModelSpec spec = trial_spec();
  Trial trial(spec);
  std::vector<float> values(spec.vocab * static_cast<std::size_t>(spec.d_model), 0.1F);
  values[7] = NAN;
  REQUIRE(trial.trainer.write(Trainer::Of::weight, "embedding", values).ok());
  REQUIRE(trial.trainer.publish().ok());
  const std::vector<int> ids = {0, 1, 2, 3};
  train::StepReport report;
  const Status status = trial.trainer.step({ids, ids, 1, 4, {}}, report);
  CHECK(std::string_view(status.argument) == "loss");
  CHECK(trial.trainer.steps_done() == 0);
  values[7] = 0.1F;
  REQUIRE(trial.trainer.write(Trainer::Of::weight, "embedding", values).ok());
  REQUIRE(trial.trainer.publish().ok());
  CHECK(trial.trainer.step({ids, ids, 1, 4, {}}, report).ok());
}

TEST_CASE("models that cannot be trained are refused by name", "[train]") {
  const std::pair<const char*, void (*)(ModelSpec&)> cases[] = {
      {"model.head", [](ModelSpec& s) { s.head = HeadKind::none; }},
      {"model.queryStream", [](ModelSpec& s) { s.query_stream = true; }},
      {"model.convKernel", [](ModelSpec& s) { s.stack.conv_kernel = 3; }},
      {"model.encoder", [](ModelSpec& s) { s.encoder = s.stack; }},
  };
  for (const auto& [argument, change] : cases) {
    ModelSpec spec = trial_spec();
    change(spec);
    Transformer model;
    LayerPositions positions;
    add_stack(positions);
    REQUIRE(model.build(spec).ok());
    Trainer trainer;
    const Status status = trainer.start(model, positions, {}, train::Init::gpt2, 1);
    CHECK(status.code == Code::unsupported);
    CHECK(std::string_view(status.argument) == argument);
  }
}

TEST_CASE("options of the optimiser are checked by name", "[train]") {
  const std::pair<const char*, void (*)(train::OptimizerSpec&)> cases[] = {
      {"optimizer.learningRate", [](train::OptimizerSpec& o) { o.learning_rate = 0; }},
      {"optimizer.learningRate", [](train::OptimizerSpec& o) { o.learning_rate = NAN; }},
      {"optimizer.warmup", [](train::OptimizerSpec& o) { o.warmup = -1; }},
      {"optimizer.steps", [](train::OptimizerSpec& o) { o.schedule = train::Schedule::cosine; }},
      {"optimizer.finalRate", [](train::OptimizerSpec& o) { o.final_rate = 2; }},
      {"optimizer.weightDecay", [](train::OptimizerSpec& o) { o.weight_decay = -1; }},
      {"optimizer.beta1", [](train::OptimizerSpec& o) { o.beta1 = 1; }},
      {"optimizer.beta2", [](train::OptimizerSpec& o) { o.beta2 = NAN; }},
      {"optimizer.epsilon", [](train::OptimizerSpec& o) { o.epsilon = 0; }},
      {"optimizer.clip", [](train::OptimizerSpec& o) { o.clip = INFINITY; }},
  };
  for (const auto& [argument, change] : cases) {
    train::OptimizerSpec optimizer;
    change(optimizer);
    CHECK(std::string_view(optimizer.check().argument) == argument);
  }
}

TEST_CASE("initial weights are normal, and narrower where a sublayer ends", "[train]") {
  ModelSpec spec = trial_spec();
  spec.vocab = 997;
  spec.stack.norm = NormKind::layer;
  Transformer model;
  LayerPositions positions;
  add_stack(positions);
  REQUIRE(model.build(spec).ok());
  Trainer trainer;
  REQUIRE(trainer.start(model, positions, {}, train::Init::gpt2, 3).ok());
  for (const train::Parameter& one : trainer.parameters()) {
    double square = 0;
    for (const float x : one.value.span()) square += static_cast<double>(x) * x / static_cast<double>(one.size());
    if (one.name == "embedding") CHECK(std::abs(std::sqrt(square) / 0.02 - 1) < 0.05);
    if (one.name == "layers.0.output.weight") CHECK(std::sqrt(square) < 0.013);
    if (one.name == "layers.0.norm1.weight") CHECK(std::abs(square - 1) < 1e-12);
    if (one.name == "layers.0.norm1.bias") CHECK(square == 0);
  }
}
