// Steps of training, and attention backwards, on one thread, natively or as WebAssembly: a line of JSON for each, with milliseconds
// and shares of the peak, after its result was checked.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "attention/attend.hpp"
#include "core/random.hpp"
#include "peak/peak.hpp"
#include "position/encodings/learned.hpp"
#include "position/hooked.hpp"
#include "train/attention_backward.hpp"
#include "train/attention_rows_backward.hpp"
#include "train/trainer.hpp"

namespace whereformer::bench {
namespace {

struct Shape {
  const char* name;
  int batch;
  int heads;
  int tokens;
  int width;
};

constexpr Shape kShapes[] = {
    {"1024", 1, 8, 1024, 64}, {"L", 16, 6, 128, 32}, {"M", 16, 4, 64, 32}, {"S", 64, 4, 32, 16}};

// A bias by distance, so that there is a gradient by distance.
struct Slope {
  static constexpr const char* type = "slope";
  template <class Visitor>
  void parameters(Visitor&) {}
  Status prepare(const Geometry&) { return {}; }
  double distance_bias(int head, double distance) const { return 0.01 * distance * (head + 1); }
};

class Sum final : public train::PositionGradients {
 public:
  bool learns(unsigned) const override { return true; }
  void bias(int, PairPositions, double value) override { total_ += value; }
  void vector(Side, int, double, std::span<const double>) override {}
  void content_row(const ContentRowGradient&) override {}

 private:
  double total_ = 0;
};

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

std::vector<float> uniform(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  std::vector<float> values(count);
  for (float& x : values) x = static_cast<float>(random.uniform() * 2 - 1);
  return values;
}

// Engines replace a function by its optimised code at its next call: a loop that is part of main() would stay slow.
[[gnu::noinline]] float peak_steps(const volatile int& steps) { return multiply_add_steps(steps); }

// Of the processor, where the system tells it: other programs may run too.
double milliseconds_since(std::clock_t start) {
  return 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

struct Timing {
  double ms = INFINITY;  // of the fastest run
  double peak = 0;       // flops per millisecond, of the fastest
  double work =
      0;  // flops that the peak would have done instead of one run: median of the runs, each beside its own peak

  double share(double flops) const { return flops / work; }
  double best_share(double flops) const { return flops / (ms * peak); }
};

// Runs of the work, and of the peak between them for about as long: other programs slow both down. Clocks of pages tick ten
// times in a millisecond, so that short work is repeated.
template <class Work>
Timing measure(Work&& work) {
  constexpr int kLeast = 15;
  constexpr double kSample = 8;
  constexpr double kEnough = 900;
  const volatile int steps = 20000;  // not known before, or the work would be done once
  volatile float result = 0;         // so that the work is needed
  const auto repeat = [](double least_ms, auto&& once) {
    const std::clock_t start = std::clock();
    int repeats = 0;
    double ms = 0;
    for (; ms < least_ms || repeats == 0; ++repeats, ms = milliseconds_since(start)) once();
    return ms / repeats;
  };
  repeat(kSample, work);  // until engines have compiled it
  Timing timing;
  std::vector<double> works;
  double spent = 0;
  double last = kSample;
  while (static_cast<int>(works.size()) < kLeast || spent < kEnough) {
    const double rate = steps * static_cast<double>(kFlopsPerStep) /
                        repeat(std::min(std::max(last, kSample), 20.0), [&] { result = peak_steps(steps); });
    timing.peak = std::max(timing.peak, rate);
    last = repeat(kSample, work);
    timing.ms = std::min(timing.ms, last);
    works.push_back(last * rate);
    spent += std::max(last, kSample);
  }
  require(std::isfinite(result), "the peak is wrong");
  std::nth_element(works.begin(), works.begin() + static_cast<std::ptrdiff_t>(works.size() / 2), works.end());
  timing.work = works[works.size() / 2];
  return timing;
}

void print(const std::string& id, const Timing& timing, double flops) {
  std::printf("{\"id\":\"%s\",\"ms\":%.4f,\"share\":%.4f,\"bestShare\":%.4f,\"peak\":%.4f}\n", id.c_str(), timing.ms,
              timing.share(flops), timing.best_share(flops), timing.peak / 1e6);
}

// The largest difference, of the largest expected value; infinite for NaN.
double difference(std::span<const float> got, std::span<const float> expected) {
  double most = 0;
  double largest = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double off = std::abs(static_cast<double>(got[i]) - expected[i]);
    if (!(off < INFINITY)) return INFINITY;
    most = std::max(most, off);
    largest = std::max(largest, static_cast<double>(std::abs(expected[i])));
  }
  return most / largest;
}

void backward(const Shape& shape, const char* what, bool causal, PositionStack& stack) {
  const std::size_t count = static_cast<std::size_t>(shape.batch * shape.heads * shape.tokens) * shape.width;
  const auto of = [&](auto* data) {
    return HeadRows<std::remove_pointer_t<decltype(data)>>::contiguous(data, shape.heads, shape.tokens, shape.width);
  };
  const auto q = uniform(1, count);
  const auto k = uniform(2, count);
  const auto v = uniform(3, count);
  const auto d_output = uniform(4, count);
  std::vector<float> output(count);
  std::vector<float> d_query(count);
  std::vector<float> d_key(count);
  std::vector<float> d_value(count);
  std::vector<float> exact_query(count);
  std::vector<float> exact_key(count);
  std::vector<float> exact_value(count);
  std::vector<float> tops(static_cast<std::size_t>(shape.batch * shape.heads * shape.tokens));
  std::vector<float> totals(tops.size());
  std::vector<float> positions;
  for (int i = 0; i < shape.tokens; ++i) positions.push_back(static_cast<float>(i));
  AttentionCall call;
  call.batch = shape.batch;
  call.heads = call.kv_heads = shape.heads;
  call.queries = call.keys = shape.tokens;
  call.head_dim = call.value_dim = shape.width;
  call.query = of(q.data());
  call.key = of(k.data());
  call.value = of(v.data());
  call.output = of(output.data());
  call.sums = {tops.data(), totals.data()};
  call.query_positions = call.key_positions = positions;
  call.scale = default_scale(shape.width);
  if (causal) call.band = Causal();
  require(stack.prepare({shape.heads, shape.width, 0, 0, call.scale, shape.width}).ok(), "the stack refuses");
  require(attend(call, stack).ok(), "attention refuses");
  const train::AttentionGradients to{of(std::as_const(d_output).data()), of(d_query.data()), of(d_key.data()),
                                     of(d_value.data())};
  Sum sum;
  // The row kernel computes in double.
  const train::AttentionGradients exact{of(std::as_const(d_output).data()), of(exact_query.data()),
                                        of(exact_key.data()), of(exact_value.data())};
  AttentionCall first = call;  // of the last head the same code
  first.batch = first.heads = first.kv_heads = 1;
  require(attend(call, stack).ok() && train::attend_backward(call, stack, to, nullptr).ok() &&
              train::attend_rows_backward(first, stack, exact, nullptr).ok(),
          "attention refuses");
  const std::size_t checked = element_count(shape.tokens, shape.width);
  const auto agree = [&](const std::vector<float>& got, const std::vector<float>& expected) {
    return difference(std::span(got).first(checked), std::span(expected).first(checked)) <= 4e-6;
  };
  require(agree(d_query, exact_query) && agree(d_key, exact_key) && agree(d_value, exact_value), "wrong gradients");
  const Timing forward = measure([&] { require(attend(call, stack).ok(), "attention refuses"); });
  const Timing back =
      measure([&] { require(train::attend_backward(call, stack, to, &sum).ok(), "its gradients refuse"); });
  const double pairs = (causal ? 0.5 : 1.0) * shape.tokens * shape.tokens;
  const double flops = 2.0 * shape.batch * shape.heads * shape.width * pairs;  // of one product
  const std::string id = std::string("attention/") + shape.name + "/" + what;
  print(id + "/forward", forward, 2 * flops);
  print(id + "/backward", back, 5 * flops);
}

void attention(const Shape& shape) {
  PositionStack none;
  PositionStack slope;
  require(slope.add(Slope{}).ok(), "no memory");
  backward(shape, "full", false, none);
  backward(shape, "causal", true, none);
  backward(shape, "full-by-distance", false, slope);
  backward(shape, "causal-by-distance", true, slope);
}

struct StepShape {
  const char* name;
  int layers;
  int width;
  int heads;
  int length;
  int sequences;
};

constexpr StepShape kSteps[] = {{"S", 2, 64, 4, 32, 64}, {"M", 4, 128, 4, 64, 16}, {"L", 6, 192, 6, 128, 16}};
constexpr int kVocab = 64;

// A model like GPT-2, as tools/golden/time_training.py times it: layer norms, GELU by tanh, learned positions, biases, a tied head.
ModelSpec spec_of(const StepShape& shape) {
  ModelSpec spec;
  spec.vocab = kVocab;
  spec.d_model = spec.embedding_size = shape.width;
  StackSpec& stack = spec.stack;
  for (int layer = 0; layer < shape.layers; ++layer) stack.blocks.add(layer);
  stack.heads = stack.kv_heads = shape.heads;
  stack.head_dim = shape.width / shape.heads;
  stack.d_ff = 4 * shape.width;
  stack.norm = NormKind::layer;
  stack.activation = Activation::gelu_tanh;
  stack.gated_mlp = false;
  spec.tie_head = true;
  stack.query_bias = stack.key_bias = stack.value_bias = stack.output_bias = stack.mlp_bias = true;
  return spec;
}

// 6 × weights × tokens, and causal attention.
double flops_of(const StepShape& shape) {
  const double weights = 12.0 * shape.layers * shape.width * shape.width + kVocab * shape.width;
  const double tokens = static_cast<double>(shape.sequences) * shape.length;
  return 6 * weights * tokens + 12.0 * shape.layers * tokens * shape.length * shape.width / 2;
}

// Seen in shares of a whole step: the forward pass, that and the backward pass, and the step.
void step(const StepShape& shape) {
  const ModelSpec spec = spec_of(shape);
  Transformer model;
  require(model.build(spec).ok(), "the model refuses");
  Learned learned;
  learned.table.rows = shape.length;
  learned.table.columns = shape.width;
  require(learned.table.values.allocate(element_count(shape.length, shape.width)).ok(), "no memory");
  LayerPositions positions;
  PositionStack* added = nullptr;
  require(positions.add(added).ok() && added->add(std::move(learned)).ok(), "no memory");
  train::Trainer trainer;
  require(trainer.start(model, positions, {.weight_decay = 0.1, .clip = 1}, train::Init::gpt2, 1).ok(), "it refuses");
  std::vector<int> ids;
  Random random(5);
  for (int i = 0; i < shape.sequences * shape.length; ++i) ids.push_back(static_cast<int>(random.next() % kVocab));
  const train::Batch batch{ids, ids, shape.sequences, shape.length, {}};
  train::Evaluation evaluation;
  train::StepReport report;
  double loss = 0;
  double first_loss = 0;  // of small weights: no token is much likelier than its share
  require(trainer.gradients(batch, first_loss).ok() && first_loss < 1.2 * std::log(kVocab), "the first loss is wrong");
  const Timing step = measure([&] { require(trainer.step(batch, report).ok(), "a step fails"); });
  const Timing gradients = measure([&] { require(trainer.gradients(batch, loss).ok(), "gradients fail"); });
  const Timing forward = measure([&] { require(trainer.evaluate(batch, evaluation, {}).ok(), "a pass fails"); });
  require(trainer.gradients(batch, loss).ok() && loss < 0.9 * first_loss, "the loss does not fall");
  const double flops = flops_of(shape);
  const std::string id = std::string("step/") + shape.name;
  print(id, step, flops);
  print(id + "/gradients", gradients, flops);
  print(id + "/forward", forward, flops / 3);
}

struct LinearShape {
  int inputs;
  int outputs;
};

constexpr LinearShape kLinears[] = {{64, 64},   {64, 256},  {256, 64},  {128, 128},
                                    {128, 512}, {512, 128}, {192, 768}, {768, 192}};

// Products of one layer for as many tokens as a pass has.
void linear(const LinearShape& shape) {
  constexpr int kRows = 256;
  const auto x = uniform(1, element_count(kRows, shape.inputs));
  const auto dy = uniform(2, element_count(kRows, shape.outputs));
  std::vector<float> dx(x.size());
  std::vector<float> y(dy.size());
  train::Parameters parameters;
  train::Parameter* added = nullptr;
  require(parameters.add("w.weight", shape.outputs, shape.inputs, added).ok(), "no memory");
  train::Linear layer;
  train::Panels panels;
  layer.find(parameters, "w");
  simd::PackedMatrix packed;
  require(packed.pack(parameters.all()[0].value.data(), shape.outputs, shape.inputs).ok(), "no memory");
  const Timing forward = measure([&] { simd::matmul(x.data(), kRows, packed, {}, y.data()); });
  const Timing weights =
      measure([&] { require(layer.backward(x.data(), dy.data(), kRows, panels, nullptr, false).ok(), "no memory"); });
  const Timing both =
      measure([&] { require(layer.backward(x.data(), dy.data(), kRows, panels, dx.data(), false).ok(), "no memory"); });
  const double flops = 2.0 * kRows * shape.inputs * shape.outputs;
  const std::string id = "linear/" + std::to_string(shape.inputs) + "x" + std::to_string(shape.outputs);
  print(id + "/forward", forward, flops);
  print(id + "/weights", weights, flops);
  print(id + "/backward", both, 2 * flops);
}

// `wanted`: the beginning of the names; empty = all.
void run(const std::string& wanted) {
  const auto chosen = [&](const std::string& name) { return name.starts_with(wanted); };
  for (const LinearShape& shape : kLinears) {
    if (chosen("linear")) linear(shape);
  }
  for (const StepShape& shape : kSteps) {
    if (chosen(std::string("step/") + shape.name)) step(shape);
  }
  for (const Shape& shape : kShapes) {
    if (chosen(std::string("attention/") + shape.name)) attention(shape);
  }
}

}  // namespace
}  // namespace whereformer::bench

int main(int count, char** arguments) { whereformer::bench::run(count > 1 ? arguments[1] : ""); }
