#include "train/reference_operations.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace whereformer::reference {
namespace {

// f(x) and f′(x).
struct Slope {
  double value;
  double derivative;
};

template <class F>
Node& each(Tape& tape, Node& x, F f) {
  Node& y = tape.make(x.rows, x.columns);
  for (std::size_t i = 0; i < y.value.size(); ++i) y.value[i] = f(x.value[i]).value;
  tape.record([&x, &y, f] {
    for (std::size_t i = 0; i < y.value.size(); ++i) x.gradient[i] += y.gradient[i] * f(x.value[i]).derivative;
  });
  return y;
}

Slope silu(double x) {
  const double s = 1 / (1 + std::exp(-x));
  return {x * s, s * (1 + x * (1 - s))};
}

// x · Φ(x), Φ the normal distribution.
Slope gelu(double x) {
  const double below = 0.5 * (1 + std::erf(x / std::numbers::sqrt2));
  const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
  return {x * below, below + x * density};
}

Slope gelu_tanh(double x) {
  const double factor = std::sqrt(2 / std::numbers::pi);
  const double t = std::tanh(factor * (x + 0.044715 * x * x * x));
  const double inner = factor * (1 + 3 * 0.044715 * x * x);
  return {0.5 * x * (1 + t), 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * inner};
}

Slope relu(double x) { return x > 0 ? Slope{x, 1} : Slope{0, 0}; }

Slope squared_relu(double x) { return x > 0 ? Slope{x * x, 2 * x} : Slope{0, 0}; }

Slope hyperbolic_tangent(double x) {
  const double t = std::tanh(x);
  return {t, 1 - t * t};
}

// Of one group of channels.
struct Moments {
  double mean = 0;
  double inverse_deviation = 1;
};

Moments moments(std::span<const double> x, const NormShape& shape) {
  const auto count = static_cast<double>(x.size());
  Moments m;
  if (shape.kind == NormKind::layer) {
    for (const double v : x) m.mean += v / count;
  }
  double variance = 0;
  for (const double v : x) variance += (v - m.mean) * (v - m.mean) / count;
  m.inverse_deviation = 1 / std::sqrt(variance + shape.epsilon);
  return m;
}

// dx = (dz − mean(dz) − z · mean(dz · z)) / deviation, where rms norms subtract no mean; dz = dy · weight.
void norm_backward(std::span<const double> x, std::span<const double> dy, const NormShape& shape, Node* weight,
                   Node* bias, std::span<double> dx) {
  const Moments m = moments(x, shape);
  const auto count = static_cast<double>(x.size());
  const auto z = [&](std::size_t c) { return (x[c] - m.mean) * m.inverse_deviation; };
  const auto dz = [&](std::size_t c) { return weight == nullptr ? dy[c] : dy[c] * weight->value[c]; };
  double mean = 0;
  double mean_with_z = 0;
  for (std::size_t c = 0; c < x.size(); ++c) {
    if (shape.kind == NormKind::layer) mean += dz(c) / count;
    mean_with_z += dz(c) * z(c) / count;
  }
  for (std::size_t c = 0; c < x.size(); ++c) {
    dx[c] += (dz(c) - mean - z(c) * mean_with_z) * m.inverse_deviation;
    if (weight != nullptr) weight->gradient[c] += dy[c] * z(c);
    if (bias != nullptr) bias->gradient[c] += dy[c];
  }
}

// ln Σ e^x.
double log_sum(std::span<const double> x) {
  const double most = *std::max_element(x.begin(), x.end());
  double total = 0;
  for (const double v : x) total += std::exp(v - most);
  return most + std::log(total);
}

}  // namespace

Node& linear(Tape& tape, Node& x, Node& weight, Node* bias) {
  const auto inputs = static_cast<std::size_t>(x.columns);
  const std::size_t outputs = weight.value.size() / inputs;
  Node& y = tape.make(x.rows, static_cast<int>(outputs));
  for (int r = 0; r < x.rows; ++r) {
    for (std::size_t o = 0; o < outputs; ++o) {
      double sum = bias == nullptr ? 0 : bias->value[o];
      for (std::size_t i = 0; i < inputs; ++i) sum += x.row(r)[i] * weight.value[o * inputs + i];
      y.row(r)[o] = sum;
    }
  }
  tape.record([=, &x, &weight, &y] {
    for (int r = 0; r < x.rows; ++r) {
      for (std::size_t o = 0; o < outputs; ++o) {
        const double d = y.gradient_row(r)[o];
        if (bias != nullptr) bias->gradient[o] += d;
        for (std::size_t i = 0; i < inputs; ++i) {
          x.gradient_row(r)[i] += d * weight.value[o * inputs + i];
          weight.gradient[o * inputs + i] += d * x.row(r)[i];
        }
      }
    }
  });
  return y;
}

Node& norm(Tape& tape, Node& x, const NormShape& shape, Node* weight, Node* bias) {
  Node& y = tape.make(x.rows, x.columns);
  for (int r = 0; r < x.rows; ++r) {
    for (int first = 0; first < x.columns; first += shape.width) {
      const auto from = x.part(r, first, shape.width);
      const auto to = y.part(r, first, shape.width);
      const Moments m = moments(from, shape);
      for (std::size_t c = 0; c < to.size(); ++c) {
        to[c] = (from[c] - m.mean) * m.inverse_deviation * (weight == nullptr ? 1 : weight->value[c]);
        to[c] += bias == nullptr ? 0 : bias->value[c];
      }
    }
  }
  tape.record([=, &x, &y] {
    for (int r = 0; r < x.rows; ++r) {
      for (int first = 0; first < x.columns; first += shape.width) {
        norm_backward(x.part(r, first, shape.width), y.gradient_part(r, first, shape.width), shape, weight, bias,
                      x.gradient_part(r, first, shape.width));
      }
    }
  });
  return y;
}

Node& activate(Tape& tape, Node& x, Activation activation) {
  switch (activation) {
    case Activation::silu:
      return each(tape, x, silu);
    case Activation::gelu:
      return each(tape, x, gelu);
    case Activation::gelu_tanh:
      return each(tape, x, gelu_tanh);
    case Activation::relu:
      return each(tape, x, relu);
    case Activation::relu2:
      return each(tape, x, squared_relu);
    case Activation::tanh:
      break;
  }
  return each(tape, x, hyperbolic_tangent);
}

Node& scale(Tape& tape, Node& x, double factor) {
  return each(tape, x, [factor](double v) { return Slope{factor * v, factor}; });
}

Node& soft_cap(Tape& tape, Node& x, double cap) {
  return each(tape, x, [cap](double v) {
    const Slope t = hyperbolic_tangent(v / cap);
    return Slope{cap * t.value, t.derivative};
  });
}

Node& sum(Tape& tape, Node& a, Node& b) {
  Node& y = tape.make(a.rows, a.columns);
  for (std::size_t i = 0; i < y.value.size(); ++i) y.value[i] = a.value[i] + b.value[i];
  tape.record([&a, &b, &y] {
    for (std::size_t i = 0; i < y.value.size(); ++i) {
      a.gradient[i] += y.gradient[i];
      b.gradient[i] += y.gradient[i];
    }
  });
  return y;
}

Node& product(Tape& tape, Node& a, Node& b) {
  Node& y = tape.make(a.rows, a.columns);
  for (std::size_t i = 0; i < y.value.size(); ++i) y.value[i] = a.value[i] * b.value[i];
  tape.record([&a, &b, &y] {
    for (std::size_t i = 0; i < y.value.size(); ++i) {
      a.gradient[i] += y.gradient[i] * b.value[i];
      b.gradient[i] += y.gradient[i] * a.value[i];
    }
  });
  return y;
}

Node& look_up(Tape& tape, Node& table, std::span<const int> ids, int width) {
  const auto columns = static_cast<std::size_t>(width);
  Node& y = tape.make(static_cast<int>(ids.size()), width);
  const std::vector<int> rows(ids.begin(), ids.end());
  const auto at = [rows, columns](std::size_t r, std::size_t c) {
    return static_cast<std::size_t>(rows[r]) * columns + c;
  };
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < columns; ++c) y.value[r * columns + c] = table.value.at(at(r, c));
  }
  tape.record([=, &table, &y] {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t c = 0; c < columns; ++c) table.gradient[at(r, c)] += y.gradient[r * columns + c];
    }
  });
  return y;
}

Node& cross_entropy(Tape& tape, Node& logits, std::span<const int> targets) {
  const std::vector<int> wanted(targets.begin(), targets.end());
  const auto counted = static_cast<double>(std::count_if(wanted.begin(), wanted.end(), [](int t) { return t >= 0; }));
  Node& loss = tape.make(1, 1);
  for (int r = 0; r < logits.rows; ++r) {
    const int target = wanted[static_cast<std::size_t>(r)];
    if (target < 0) continue;
    loss.value[0] += log_sum(logits.row(r)) - logits.row(r)[static_cast<std::size_t>(target)];
  }
  loss.value[0] /= counted;
  tape.record([=, &logits, &loss] {
    for (int r = 0; r < logits.rows; ++r) {
      const int target = wanted[static_cast<std::size_t>(r)];
      if (target < 0) continue;
      const double total = log_sum(logits.row(r));
      const auto gradient = logits.gradient_row(r);
      for (std::size_t c = 0; c < gradient.size(); ++c) {
        const double hit = c == static_cast<std::size_t>(target) ? 1 : 0;
        gradient[c] += loss.gradient[0] * (std::exp(logits.row(r)[c] - total) - hit) / counted;
      }
    }
  });
  return loss;
}

}  // namespace whereformer::reference
