// Encodings for the attention tests: created with seeded tables, for the shape of each problem.
#pragma once

#include <functional>
#include <string>

#include "attention/pipeline.hpp"
#include "position/tables.hpp"
#include "stacks.hpp"

namespace whereformer::test {

// What an encoding is made for.
struct Shape {
  int heads = 1;
  int head_dim = 4;
  int value_dim = 4;
  int tokens = 1;  // largest position + 1, at least 1

  explicit Shape(const AttentionCall& call) : heads(call.heads), head_dim(call.head_dim), value_dim(call.value_dim) {
    for (const auto positions : {call.query_positions, call.key_positions}) {
      for (const float p : positions) tokens = std::max(tokens, static_cast<int>(std::ceil(p)) + 1);
    }
  }
};

// The kernels' inner products are sums of float32: relative to scores and values in [−1, 1].
inline constexpr double kTolerance = 4e-6;

// One parameterisation of one encoding, or of several that are composed.
struct Case {
  std::string type;
  std::string name;
  int multiple = 1;                                                  // head sizes are multiples of this
  std::function<double(Problem&, const AttentionCall&)> difference;  // both kernels from the reference
  std::function<void(PositionStack&, const AttentionCall&)> add;     // the parts, unprepared
};

template <class Make>
auto made_for(const Make& make, Shape shape) {
  return std::function<decltype(make(shape))()>([&make, shape] { return make(shape); });
}

// Every `make` returns an encoding for a Shape.
template <class... Make>
Case composition(std::string name, int multiple, Make... make) {
  std::string type;
  ((type += type.empty() ? "" : " + ", type += decltype(make(std::declval<Shape>()))::type), ...);
  return {type, std::move(name), multiple,
          [=](Problem& problem, const AttentionCall& call) {
            return difference(problem, call, made_for(make, Shape(call))...);
          },
          [=](PositionStack& stack, const AttentionCall& call) { (put(stack, make(Shape(call))), ...); }};
}

template <class Make>
Case case_of(std::string name, Make make, int multiple = 1) {
  return composition(std::move(name), multiple, make);
}

// Cases defined by the test of a single encoding: `const BringsCase in_attention(case_of("", make));`
inline std::vector<Case>& brought_cases() {
  static std::vector<Case> cases;
  return cases;
}

struct BringsCase {
  explicit BringsCase(Case c) { brought_cases().push_back(std::move(c)); }
};

// Together one case at least of every type of Encodings.
std::vector<Case> turning_cases();
std::vector<Case> bias_cases();
std::vector<Case> content_cases();
std::vector<Case> order_cases();

std::vector<Case> compositions();

// The situations in which every case must equal the reference.
void check_everywhere(const std::vector<Case>& cases);

}  // namespace whereformer::test
