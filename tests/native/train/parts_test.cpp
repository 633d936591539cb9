// The parts of the backward pass against plain loops in double.
#include <limits>

#include "simd/activations.hpp"
#include "support.hpp"
#include "train/linear.hpp"
#include "train/loss.hpp"
#include "train/norm.hpp"

using namespace whereformer;
using test::largest_difference;
using test::random_values;

namespace {

double size_of(std::span<const float> values) {
  double largest = 0;
  for (const float x : values) largest = std::max(largest, std::abs(static_cast<double>(x)));
  return largest;
}

// Relative to the largest value; NaN fails.
bool near(std::span<const float> actual, const std::vector<double>& expected, double tolerance) {
  std::vector<float> rounded(expected.begin(), expected.end());
  return largest_difference(actual, rounded) <= tolerance * std::max(size_of(rounded), 1e-30);
}

// Parameters of one linear layer or norm, with values.
class OneLayer {
 public:
  train::Parameter& add(const char* name, int rows, int columns, std::uint64_t seed) {
    train::Parameter* parameter = nullptr;
    REQUIRE(parameters.add(name, rows, columns, parameter).ok());
    const std::vector<float> values = random_values(parameter->size(), seed);
    std::copy(values.begin(), values.end(), parameter->value.data());
    return *parameter;
  }
  std::span<const float> gradient(const char* name) { return parameters.find(name)->gradient.span(); }

  train::Parameters parameters;
};

double activated(Activation kind, double x) {
  switch (kind) {
    case Activation::silu:
      return x / (1 + std::exp(-x));
    case Activation::gelu:
      return 0.5 * x * std::erfc(-x / std::sqrt(2.0));
    case Activation::gelu_tanh:
      return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    case Activation::relu:
      return std::max(x, 0.0);
    case Activation::relu2:
      return std::max(x, 0.0) * std::max(x, 0.0);
    case Activation::tanh:
      break;
  }
  return std::tanh(x);
}

struct PlainNorm {
  NormKind kind;
  double epsilon;
  std::vector<double> weight;
  std::vector<double> bias;

  std::vector<double> apply(const std::vector<double>& x) const {
    const auto n = static_cast<double>(x.size());
    double mean = 0;
    if (kind == NormKind::layer) {
      for (const double v : x) mean += v / n;
    }
    double variance = 0;
    for (const double v : x) variance += (v - mean) * (v - mean) / n;
    std::vector<double> y;
    for (std::size_t i = 0; i < x.size(); ++i) {
      y.push_back((x[i] - mean) / std::sqrt(variance + epsilon) * weight[i] + bias[i]);
    }
    return y;
  }
};

double inner(const std::vector<double>& a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

TEST_CASE("the derivative of an activation equals central differences", "[train]") {
  const auto kind = GENERATE(Activation::silu, Activation::gelu, Activation::gelu_tanh, Activation::relu,
                             Activation::tanh, Activation::relu2);
  for (const int count : {0, 1, 3, 7, 8, 9, 31}) {
    std::vector<float> x = random_values(static_cast<std::size_t>(count), 3, 6);
    std::vector<float> to(x.size());
    // ReLU has no derivative at 0, its square no second one
    if (count > 2 && kind != Activation::relu && kind != Activation::relu2) {
      x[1] = 0;
      x[2] = std::numeric_limits<float>::denorm_min();
    }
    std::vector<float> expected = x;
    std::vector<float> made(x.size());
    simd::activate(kind, expected.data(), expected.data(), count);
    simd::activate_with_slope(kind, x.data(), made.data(), to.data(), count);
    CHECK(made == expected);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double step = 1e-5;
      const double slope = (activated(kind, x[i] + step) - activated(kind, x[i] - step)) / (2 * step);
      CAPTURE(static_cast<int>(kind), count, x[i]);
      CHECK(std::abs(to[i] - slope) <= 1e-6);
    }
  }
}

TEST_CASE("a linear layer backwards equals plain loops", "[train]") {
  const int inputs = GENERATE(1, 3, 8, 17);
  const int outputs = GENERATE(1, 5, 16, 33);
  const int rows = GENERATE(1, 2, 13, 83, 131);
  const bool keep = GENERATE(false, true);
  OneLayer layer;
  const std::vector<float> w = random_values(element_count(outputs, inputs), 1);
  layer.add("l.weight", outputs, inputs, 1);
  layer.add("l.bias", outputs, 1, 2);
  train::Linear linear;
  linear.find(layer.parameters, "l");
  const std::vector<float> x = random_values(element_count(rows, inputs), 5);
  const std::vector<float> dy = random_values(element_count(rows, outputs), 6);
  std::vector<float> dx = random_values(element_count(rows, inputs), 7);
  std::vector<double> expected_dx(dx.size());
  std::vector<double> expected_dw(w.size());
  std::vector<double> expected_db(static_cast<std::size_t>(outputs));
  if (keep) expected_dx.assign(dx.begin(), dx.end());
  for (int r = 0; r < rows; ++r) {
    for (int o = 0; o < outputs; ++o) {
      const double d = dy[static_cast<std::size_t>(r * outputs + o)];
      expected_db[static_cast<std::size_t>(o)] += 2 * d;
      for (int i = 0; i < inputs; ++i) {
        expected_dx[static_cast<std::size_t>(r * inputs + i)] += d * w[static_cast<std::size_t>(o * inputs + i)];
        expected_dw[static_cast<std::size_t>(o * inputs + i)] += 2 * d * x[static_cast<std::size_t>(r * inputs + i)];
      }
    }
  }
  train::Panels panels;
  std::vector<float> unused(dx.size());
  REQUIRE(linear.backward(x.data(), dy.data(), rows, panels, unused.data(), false).ok());  // gradients add up
  REQUIRE(linear.backward(x.data(), dy.data(), rows, panels, dx.data(), keep).ok());
  CAPTURE(inputs, outputs, rows, keep);
  CHECK(near(dx, expected_dx, 4e-6));
  CHECK(near(layer.gradient("l.weight"), expected_dw, 4e-6));
  CHECK(near(layer.gradient("l.bias"), expected_db, 4e-6));
}

TEST_CASE("a norm backwards equals central differences", "[train]") {
  const NormKind kind = GENERATE(NormKind::rms, NormKind::layer);
  const int width = GENERATE(1, 2, 5, 8, 19);
  const bool weighted = GENERATE(true, false);
  const int rows = 3;
  const auto n = static_cast<std::size_t>(width);
  OneLayer layer;
  PlainNorm plain{kind, 1e-3, std::vector<double>(n, 1), std::vector<double>(n, 0)};
  if (weighted) {
    const train::Parameter& w = layer.add("n.weight", width, 1, 1);
    plain.weight.assign(w.value.data(), w.value.data() + n);
    if (kind == NormKind::layer) {
      const train::Parameter& b = layer.add("n.bias", width, 1, 2);
      plain.bias.assign(b.value.data(), b.value.data() + n);
    }
  }
  train::Norm norm;
  norm.find(layer.parameters, "n", kind, 1e-3F);
  plain.epsilon = 1e-3F;
  const std::vector<float> x = random_values(3 * n, 3);
  const std::vector<float> dy = random_values(3 * n, 4);
  std::vector<float> dx(3 * n, 0.5F);
  REQUIRE(norm.backward(x.data(), dy.data(), rows, width, dx.data(), true).ok());
  const auto objective = [&] {
    double sum = 0;
    for (std::size_t r = 0; r < rows; ++r) {
      sum += inner(plain.apply(std::vector<double>(x.begin() + static_cast<std::ptrdiff_t>(r * n),
                                                   x.begin() + static_cast<std::ptrdiff_t>((r + 1) * n))),
                   std::span(dy).subspan(r * n, n));
    }
    return sum;
  };
  const double step = 1e-5;
  std::vector<double> expected(3 * n);
  for (std::size_t at = 0; at < 3 * n; ++at) {
    const std::size_t r = at / n;
    std::vector<double> row(x.begin() + static_cast<std::ptrdiff_t>(r * n),
                            x.begin() + static_cast<std::ptrdiff_t>((r + 1) * n));
    row[at % n] += step;
    const double above = inner(plain.apply(row), std::span(dy).subspan(r * n, n));
    row[at % n] -= 2 * step;
    expected[at] = 0.5 + (above - inner(plain.apply(row), std::span(dy).subspan(r * n, n))) / (2 * step);
  }
  CAPTURE(static_cast<int>(kind), width, weighted);
  CHECK(near(dx, expected, 4e-6));
  const auto check = [&](const char* name, std::vector<double>& values) {
    std::vector<double> differences;
    for (double& v : values) {
      v += step;
      const double above = objective();
      v -= 2 * step;
      differences.push_back((above - objective()) / (2 * step));
      v += step;
    }
    CHECK(near(layer.gradient(name), differences, 4e-6));
  };
  if (weighted) check("n.weight", plain.weight);
  if (weighted && kind == NormKind::layer) check("n.bias", plain.bias);
}

TEST_CASE("cross-entropy and its gradient equal plain loops", "[train]") {
  const int vocab = GENERATE(1, 2, 7, 8, 29);
  const std::vector<int> targets = {0, train::kIgnored, vocab - 1, vocab / 2};
  std::vector<float> logits = random_values(element_count(4, vocab), 8, 5);
  std::vector<double> expected(logits.size());
  double sum = 0;
  for (std::size_t r = 0; r < 4; ++r) {
    if (targets[r] == train::kIgnored) continue;
    const float* row = logits.data() + r * static_cast<std::size_t>(vocab);
    double total = 0;
    for (int i = 0; i < vocab; ++i) total += std::exp(static_cast<double>(row[i]));
    sum += std::log(total) - row[targets[r]];
    for (int i = 0; i < vocab; ++i) {
      const double share = std::exp(static_cast<double>(row[i])) / total - (i == targets[r] ? 1 : 0);
      expected[r * static_cast<std::size_t>(vocab) + static_cast<std::size_t>(i)] = 0.25 * share;
    }
  }
  train::Loss measured;
  train::add_loss(logits.data(), targets, vocab, measured);
  CHECK(std::abs(measured.sum - sum) <= 4e-6 * std::max(1.0, sum));
  CHECK(measured.counted == 3);
  train::Loss with_gradient;
  train::loss_gradient(logits.data(), targets, vocab, 0.25F, with_gradient);
  CHECK(std::abs(with_gradient.sum - sum) <= 4e-6 * std::max(1.0, sum));
  CHECK(with_gradient.right == measured.right);
  CHECK(largest_difference(logits, std::vector<float>(expected.begin(), expected.end())) <= 1e-6);
}

TEST_CASE("a logit that is NaN makes the loss NaN", "[train]") {
  for (const std::size_t at : {0U, 1U, 2U}) {
    std::vector<float> logits = {1, 2, 3};
    logits[at] = NAN;
    const int target = 0;
    train::Loss loss;
    train::add_loss(logits.data(), {&target, 1}, 3, loss);
    CHECK(std::isnan(loss.sum));
    train::Loss again;
    train::loss_gradient(logits.data(), {&target, 1}, 3, 1, again);
    CHECK(std::isnan(again.sum));
  }
}
