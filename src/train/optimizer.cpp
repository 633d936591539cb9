#include "train/optimizer.hpp"

#include <cmath>
#include <numbers>

#include "core/math.hpp"
#include "simd/transform.hpp"

namespace whereformer::train {
namespace {

using simd::Lanes;

double whole_power(double base, int exponent) {
  double power = 1;
  for (; exponent > 0; exponent /= 2, base *= base) {
    if (exponent % 2 == 1) power *= base;
  }
  return power;
}

double square_sum(const float* x, std::size_t count) {
  constexpr std::size_t kBlock = 1024;  // floats are summed in blocks, blocks in double
  double total = 0;
  for (std::size_t i = 0; i < count; i += kBlock) {
    const int size = static_cast<int>(std::min(kBlock, count - i));
    total += simd::dot(x + i, x + i, size);
  }
  return total;
}

}  // namespace

Status OptimizerSpec::check() const {
  const auto refuse = [](const char* name, double got, const char* wanted) { return value_error(name, got, wanted); };
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!(learning_rate > 0) || !finite(learning_rate))
    return refuse("optimizer.learningRate", learning_rate, "a number > 0");
  if (warmup < 0) return refuse("optimizer.warmup", warmup, "a whole number ≥ 0");
  if (steps < 0) return refuse("optimizer.steps", steps, "a whole number ≥ 0");
  if (schedule != Schedule::constant && steps <= warmup) {
    return refuse("optimizer.steps", steps, "more steps than the warm-up has, at which the schedule ends");
  }
  if (!(final_rate >= 0 && final_rate <= 1)) return refuse("optimizer.finalRate", final_rate, "a share from 0 to 1");
  if (!(weight_decay >= 0) || !finite(weight_decay))
    return refuse("optimizer.weightDecay", weight_decay, "a number ≥ 0");
  if (!(beta1 >= 0 && beta1 < 1)) return refuse("optimizer.beta1", beta1, "a number ≥ 0 and < 1");
  if (!(beta2 >= 0 && beta2 < 1)) return refuse("optimizer.beta2", beta2, "a number ≥ 0 and < 1");
  if (!(epsilon > 0) || !finite(epsilon)) return refuse("optimizer.epsilon", epsilon, "a number > 0");
  if (!(clip >= 0) || !finite(clip)) return refuse("optimizer.clip", clip, "a number ≥ 0");
  return {};
}

double OptimizerSpec::rate(int step) const {
  if (step < warmup) return learning_rate * step / warmup;
  if (schedule == Schedule::constant) return learning_rate;
  const double passed = std::min(1.0, static_cast<double>(step - warmup) / (steps - warmup));
  const double left = schedule == Schedule::linear ? 1 - passed : 0.5 * (1 + math::cos(std::numbers::pi * passed));
  return learning_rate * (final_rate + (1 - final_rate) * left);
}

double gradient_norm(std::span<const Parameter> parameters) {
  double total = 0;
  for (const Parameter& parameter : parameters) total += square_sum(parameter.gradient.data(), parameter.size());
  return math::sqrt(total);
}

void update(const OptimizerSpec& spec, int step, double scale, Parameter& parameter) {
  const auto splat = [](double x) { return simd::splat(static_cast<float>(x)); };
  const double rate = spec.rate(step);
  const Lanes factor = splat(scale);
  const Lanes beta1 = splat(spec.beta1);
  const Lanes beta2 = splat(spec.beta2);
  const Lanes rest1 = splat(1 - spec.beta1);
  const Lanes rest2 = splat(1 - spec.beta2);
  const Lanes stride = splat(rate / (1 - whole_power(spec.beta1, step)));
  const Lanes correction = splat(1 / math::sqrt(1 - whole_power(spec.beta2, step)));
  const Lanes epsilon = splat(spec.epsilon);
  const Lanes kept = splat(1 - (parameter.decays ? rate * spec.weight_decay : 0));
  float* gradient = parameter.gradient.data();
  float* moment = parameter.moment.data();
  float* square = parameter.square.data();
  float* value = parameter.value.data();
  const int count = static_cast<int>(parameter.size());
  simd::transform(gradient, moment, moment, count, [&](Lanes g, Lanes m) { return beta1 * m + rest1 * (g * factor); });
  simd::transform(gradient, square, square, count, [&](Lanes g, Lanes s) {
    const Lanes scaled = g * factor;
    return beta2 * s + rest2 * (scaled * scaled);
  });
  simd::transform(value, value, count, [&](Lanes v) { return v * kept; });
  // buffers have room for whole vectors: past their end lie zeros
  for (int i = 0; i < count; i += simd::kLanes) {
    const Lanes by = simd::load(moment + i) * stride / (xsimd::sqrt(simd::load(square + i)) * correction + epsilon);
    simd::store(value + i, simd::load(value + i) - by);
  }
}

}  // namespace whereformer::train
