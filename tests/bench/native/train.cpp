// Attention backwards on one thread, natively or as WebAssembly in Node: milliseconds and shares of the peak of multiply–adds.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "attention/attend.hpp"
#include "core/random.hpp"
#include "peak/peak.hpp"
#include "position/hooked.hpp"
#include "train/attention_backward.hpp"

namespace whereformer::bench {
namespace {

struct Shape {
  const char* name;
  int batch;
  int heads;
  int tokens;
  int width;
};

constexpr Shape kShapes[] = {{"8 x 1024 x 64", 1, 8, 1024, 64},
                             {"L: 16 sequences, 6 x 128 x 32", 16, 6, 128, 32},
                             {"M: 16 sequences, 4 x 64 x 32", 16, 4, 64, 32},
                             {"S: 64 sequences, 4 x 32 x 16", 64, 4, 32, 16}};

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

// Of the processor, where the system tells it: other programs may run too. The fastest of some runs.
template <class Work>
double least_milliseconds(Work&& work) {
  constexpr int kRuns = 40;
  double least = INFINITY;
  for (int i = 0; i < kRuns; ++i) {
    const std::clock_t start = std::clock();
    work();
    least = std::min(least, 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return least;
}

double flops_per_millisecond() {
  constexpr int kSteps = 40000;
  volatile float result = 0;  // so that the work is needed
  const double ms = least_milliseconds([&] { result = multiply_add_steps(kSteps); });
  require(std::isfinite(result), "the peak is wrong");
  return static_cast<double>(kSteps) * kFlopsPerStep / ms;
}

void backward(const Shape& shape, const char* what, bool causal, PositionStack& stack, double peak) {
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
  std::vector<float> log_sums(static_cast<std::size_t>(shape.batch * shape.heads * shape.tokens));
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
  call.log_sums = log_sums.data();
  call.query_positions = call.key_positions = positions;
  call.scale = default_scale(shape.width);
  if (causal) call.band = Causal();
  require(stack.prepare({shape.heads, shape.width, 0, 0, call.scale, shape.width}).ok(), "the stack refuses");
  require(attend(call, stack).ok(), "attention refuses");
  const train::AttentionGradients to{of(std::as_const(d_output).data()), of(d_query.data()), of(d_key.data()),
                                     of(d_value.data())};
  Sum sum;
  const double forward = least_milliseconds([&] { require(attend(call, stack).ok(), "attention refuses"); });
  const double back =
      least_milliseconds([&] { require(train::attend_backward(call, stack, to, &sum).ok(), "its gradients refuse"); });
  const double pairs = (causal ? 0.5 : 1.0) * shape.tokens * shape.tokens;
  const double flops = 2.0 * shape.batch * shape.heads * shape.width * pairs;  // of one product
  std::printf("%-32s %-22s forward %9.3f ms %5.1f %%, backward %9.3f ms %5.1f %%\n", shape.name, what, forward,
              100 * 2 * flops / forward / peak, back, 100 * 5 * flops / back / peak);
}

void run() {
  const double peak = flops_per_millisecond();
  std::printf("peak %.1f GFLOPS, %d lanes\n", peak / 1e6, simd::kLanes);
  for (const Shape& shape : kShapes) {
    PositionStack none;
    PositionStack slope;
    slope.add(Slope{});
    backward(shape, "full", false, none, peak);
    backward(shape, "causal", true, none, peak);
    backward(shape, "full, by distance", false, slope, peak);
    backward(shape, "causal, by distance", true, slope, peak);
  }
}

}  // namespace
}  // namespace whereformer::bench

int main() { whereformer::bench::run(); }
