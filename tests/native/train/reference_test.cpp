// The reference of training against central differences, for every option of a spec and every kind of stack, and its logits against
// src/model.
#include "effort.hpp"
#include "model/add_stack.hpp"
#include "model/transformer.hpp"
#include "stacks.hpp"
#include "train/reference_transformer.hpp"
#include "train/trial_stacks.hpp"
#include "train/trials.hpp"

using namespace whereformer;
using namespace whereformer::reference;
using test::kNoStack;
using test::kOptions;
using test::kStacks;
using test::Option;
using test::positions_of;
using test::StackKind;
using test::trial_spec;
using test::TrialBatch;

namespace {

constexpr double kStep = 0x1p-16;
constexpr double kRelative = 1e-6;  // of the largest gradient of a tensor
constexpr double kRounding = 1e-9;  // of a difference of two losses, divided by the step

// (f(x + step · direction) − f(x − step · direction)) / 2 step
template <class F>
double central_difference(std::vector<double>& x, const std::vector<double>& direction, F&& f) {
  const std::vector<double> at = x;
  const auto moved = [&](double step) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = at[i] + step * direction[i];
    return f();
  };
  const double difference = moved(kStep) - moved(-kStep);
  x = at;
  return difference / (2 * kStep);
}

// Along single axes and along random directions of length 1, in which every number of the tensor takes part.
std::vector<std::vector<double>> directions_of(std::size_t count, std::uint64_t seed) {
  std::vector<std::vector<double>> all;
  const std::size_t apart = count / 3 + 1;
  for (std::size_t i = seed % apart; i < count && test::kOneOf == 1; i += apart) {
    all.emplace_back(count, 0.0).at(i) = 1;
  }
  for (int n = 0; n < 2; ++n) {
    const auto draws = test::random_values(count, seed + static_cast<std::uint64_t>(n));
    std::vector<double> direction(draws.begin(), draws.end());
    double square = 0;
    for (const double d : direction) square += d * d;
    for (double& d : direction) d /= std::sqrt(square);
    all.push_back(std::move(direction));
  }
  return all;
}

double inner(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double largest_of(std::span<const double> values) {
  double largest = 0;
  for (const double v : values) {
    if (!(std::abs(v) <= largest)) largest = std::abs(v);
  }
  return largest;
}

void check_gradients(const ModelSpec& spec, const PositionStack& stack, const Batch& batch) {
  Weights weights = test::weights_of(test::PlainModel(spec));
  const ReferenceResult result = reference_step(spec, weights, stack, batch, nullptr);
  REQUIRE(result.gradients.size() == weights.size());
  std::uint64_t seed = 500;
  for (auto& [name, values] : weights) {
    INFO(name);
    const std::vector<double>& gradient = result.gradients.at(name);
    REQUIRE(gradient.size() == values.size());
    for (const auto& direction : directions_of(values.size(), ++seed)) {
      const double expected =
          central_difference(values, direction, [&] { return reference_forward(spec, weights, stack, batch).loss; });
      CHECK(std::abs(inner(gradient, direction) - expected) <= kRelative * largest_of(gradient) + kRounding);
    }
  }
}

// Logits of one sequence at a time, as the model computes them.
void check_logits(const ModelSpec& spec, const LayerPositions& positions, const Batch& batch) {
  const test::PlainModel plain(spec);
  Transformer model;
  REQUIRE(model.build(spec).ok());
  for (const auto& [name, tensor] : plain.tensors()) REQUIRE(model.set_tensor({name, tensor.values}).ok());
  REQUIRE(model.check_complete().ok());
  const auto expected = reference_forward(spec, test::weights_of(plain), positions[0].stack, batch).logits;
  const auto length = static_cast<std::size_t>(batch.length);
  const std::size_t width = length * static_cast<std::size_t>(spec.vocab);
  const auto counted = test::positions_from(0, batch.length);
  for (std::size_t s = 0; s < static_cast<std::size_t>(batch.sequences); ++s) {
    std::span<const float> at = counted;
    if (!batch.positions.empty())
      at = batch.positions.subspan(batch.positions.size() > length ? s * length : 0, length);
    KvCache cache;
    REQUIRE(cache.allocate(spec.stack.layers(), batch.length, spec.stack.kv_heads, spec.stack.head_dim).ok());
    std::vector<float> logits(width);
    const Reading reading{.ids = batch.ids.subspan(s * length, length), .positions = at};
    REQUIRE(model.forward(reading, positions, cache, nullptr, {}, logits).ok());
    const std::vector<float> wanted(expected.begin() + static_cast<std::ptrdiff_t>(s * width),
                                    expected.begin() + static_cast<std::ptrdiff_t>((s + 1) * width));
    CHECK(test::largest_difference(logits, wanted) <= 1e-5 * largest_of(expected));
  }
}

void check_all(const ModelSpec& spec, const StackKind& kind, int sequences, int length) {
  INFO(kind.name << ", " << sequences << " of length " << length);
  const TrialBatch trial(spec, sequences, length);
  const LayerPositions positions = positions_of(kind, spec, length);
  check_gradients(spec, positions[0].stack, trial.batch);
  check_logits(spec, positions, trial.batch);
}

// Every call, so that what a stack adds can be weighed with it.
class Calls final : public PositionSink {
 public:
  void embed(double position, std::span<const double> row) override {
    rows_.push_back({position, {row.begin(), row.end()}});
  }
  void bias(int head, PairPositions at, double value) override { biases_.push_back({head, at, value}); }
  void vector(Side side, int head, double distance, std::span<const double> vector) override {
    vectors_.push_back({side, head, distance, {vector.begin(), vector.end()}});
  }
  void content_row(const ContentRowGradient& g) override {
    content_.push_back({g.head,
                        {g.q.begin(), g.q.end()},
                        {g.products.begin(), g.products.end()},
                        {g.seen.begin(), g.seen.end()},
                        {g.content.begin(), g.content.end()}});
  }

  // Σ gradient · what the stack adds there: its change is the change of the loss, to first order.
  double of(const PositionStack& stack) const {
    double sum = 0;
    for (const auto& [position, gradient] : rows_) {
      std::vector<float> row(gradient.size());
      stack.embed(row, position);
      sum += inner(gradient, std::vector<double>(row.begin(), row.end()));
    }
    for (const auto& [head, at, value] : biases_) sum += value * stack.bias(head, at);
    for (const auto& [side, head, distance, gradient] : vectors_) {
      for (const auto& part : stack.parts()) {
        std::vector<double> added(gradient.size());
        part->distance_vector(side, head, distance, added);
        sum += inner(gradient, added);
      }
    }
    for (const auto& [head, q, products, seen, gradient] : content_) {
      std::vector<double> added(gradient.size());
      for (const auto& part : stack.parts()) part->content_row(q, products, seen, head, added);
      sum += inner(gradient, added);
    }
    return sum;
  }

 private:
  struct Row {
    double position;
    std::vector<double> gradient;
  };
  struct Bias {
    int head;
    PairPositions at;
    double value;
  };
  struct Vector {
    Side side;
    int head;
    double distance;
    std::vector<double> gradient;
  };
  struct Content {
    int head;
    std::vector<double> q;
    std::vector<double> products;
    std::vector<char> seen;
    std::vector<double> gradient;
  };
  std::vector<Row> rows_;
  std::vector<Bias> biases_;
  std::vector<Vector> vectors_;
  std::vector<Content> content_;
};

// Every number of the tables and lists of a stack.
class Learnable final : public ParameterVisitor {
 public:
  std::vector<float*> narrow;
  std::vector<double*> wide;

  void number(const char*, double&, Range) override {}
  void optional(const char*, double&, Range) override {}
  void integer(const char*, int&, Range) override {}
  void flag(const char*, bool&) override {}
  void numbers(const char*, Numbers& to, Range) override {
    for (double& x : to.own()) wide.push_back(&x);
  }
  void table(const char*, Table& to) override {
    for (float& x : to.values.span()) narrow.push_back(&x);
  }

 private:
  void choose(const char*, int&, std::span<const char* const>) override {}
  bool enter(const char*) override { return true; }
  void leave() override {}
};

// d loss and d Calls::of by one parameter of a stack.
struct Slopes {
  double loss = 0;
  double calls = 0;
};

template <class Number>
Slopes slopes_by(Number& number, const ModelSpec& spec, PositionStack& stack, const Batch& batch, const Calls& calls) {
  const Weights weights = test::weights_of(test::PlainModel(spec));
  Geometry geometry{spec.stack.heads, spec.stack.head_dim, spec.embedding_size, static_cast<double>(batch.length)};
  geometry.value_dim = spec.stack.head_dim;
  geometry.scale = stack.dot_scale(geometry);
  const Number at = number;
  const auto moved = [&](double step) {
    number = static_cast<Number>(at + step);
    REQUIRE(stack.prepare(geometry).ok());
    return Slopes{reference_forward(spec, weights, stack, batch).loss, calls.of(stack)};
  };
  const Slopes above = moved(kStep);
  const Slopes below = moved(-kStep);
  moved(0);
  return {(above.loss - below.loss) / (2 * kStep), (above.calls - below.calls) / (2 * kStep)};
}

}  // namespace

TEST_CASE("the reference's gradients are central differences, for every option of a spec", "[train]") {
  for (const Option& option : kOptions) {
    INFO(option.name);
    ModelSpec spec = trial_spec();
    option.change(spec);
    check_all(spec, kNoStack, 1, 5);
  }
}

TEST_CASE("the reference's gradients are central differences, for every kind of stack", "[train]") {
  for (const StackKind& kind : kStacks) {
    ModelSpec spec = trial_spec();
    spec.stack.heads = 4;
    spec.stack.kv_heads = 2;
    spec.stack.causal = std::string_view(kind.name) != "prefix" && std::string_view(kind.name) != "window";
    check_all(spec, kind, 1, 5);
  }
}

TEST_CASE("the reference's gradients are central differences, at awkward sizes", "[train]") {
  for (const int head_dim : {2, 4, 6}) {
    for (const int length : {1, 3, 5}) {
      const StackKind& kind = kStacks[std::size(kStacks) - (length == 3 ? 1 : 2)];
      check_all(trial_spec(head_dim), kind, length == 5 ? 1 : 3, length);
    }
  }
}

TEST_CASE("the reference takes positions of a batch and of each sequence", "[train]") {
  ModelSpec spec = trial_spec();
  const LayerPositions positions = positions_of(kStacks[std::size(kStacks) - 1], spec, test::kTableLength);
  TrialBatch trial(spec, 2, 3);
  for (const std::vector<float>& at : {std::vector<float>{1, 4, 6}, {0, 1, 7, 2, 3, 5}}) {
    trial.place(at);
    check_gradients(spec, positions[0].stack, trial.batch);
    check_logits(spec, positions, trial.batch);
  }
}

TEST_CASE("what the reference tells a sink is the gradient of what each hook adds", "[train]") {
  for (const StackKind& kind : kStacks) {
    INFO(kind.name);
    ModelSpec spec = trial_spec(2);
    spec.stack.causal = false;
    LayerPositions positions;
    PositionStack& stack = add_stack(positions);
    kind.fill(stack, spec);
    REQUIRE(positions.prepare(spec.stack, spec.embedding_size, 5).ok());
    const TrialBatch trial(spec, 1, 5);
    Calls calls;
    const Weights weights = test::weights_of(test::PlainModel(spec));
    reference_step(spec, weights, stack, trial.batch, &calls);
    Learnable learnable;  // a mask's lists hold no weights
    for (const auto& part : stack.parts()) {
      if (std::string_view(part->type()) != "mask") part->parameters(learnable);
    }
    std::vector<Slopes> slopes;
    for (float* number : learnable.narrow) slopes.push_back(slopes_by(*number, spec, stack, trial.batch, calls));
    for (double* number : learnable.wide) slopes.push_back(slopes_by(*number, spec, stack, trial.batch, calls));
    double largest = 0;
    for (const Slopes& s : slopes) largest = std::max(largest, std::abs(s.loss));
    for (const Slopes& s : slopes) CHECK(std::abs(s.calls - s.loss) <= kRelative * largest + kRounding);
    CHECK((slopes.empty() || largest > 1e-4));
  }
}

TEST_CASE("the reference's loss is the mean over counted targets", "[train]") {
  const ModelSpec spec = trial_spec();
  Weights weights = test::weights_of(test::PlainModel(spec));
  const LayerPositions positions = positions_of(kNoStack, spec, 3);
  const std::vector<int> ids{1, 2, 3};
  const auto loss = [&](const std::vector<int>& targets) {
    return reference_forward(spec, weights, positions[0].stack, {ids, targets, 1, 3}).loss;
  };
  const double first = loss({4, -100, -100});
  const double last = loss({-100, -100, 0});
  CHECK(std::abs(loss({4, -100, 0}) - (first + last) / 2) < 1e-12);
  CHECK(std::isnan(loss({-100, -100, -100})));
  weights["head.weight"].assign(weights["head.weight"].size(), 0);
  CHECK(std::abs(loss({0, 1, 2}) - std::log(5.0)) < 1e-12);
}

TEST_CASE("the reference refuses weights that are not the spec's, and what it leaves out", "[train]") {
  ModelSpec spec = trial_spec();
  Weights weights = test::weights_of(test::PlainModel(spec));
  const LayerPositions positions = positions_of(kNoStack, spec, 3);
  const std::vector<int> ids{1, 2, 3};
  const auto run = [&] { return reference_forward(spec, weights, positions[0].stack, {ids, ids, 1, 3}); };
  CHECK_NOTHROW(run());
  weights["head.bias"].assign(5, 0);
  CHECK_THROWS_AS(run(), std::invalid_argument);
  weights.erase("head.bias");
  weights.erase("finalNorm.weight");
  CHECK_THROWS_AS(run(), std::invalid_argument);
  spec.query_stream = true;
  CHECK_THROWS_AS(run(), std::invalid_argument);
}
