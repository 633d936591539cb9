// The hook `learn` against central differences: of Σ c · (what the hooks of an encoding return), moved one parameter at a time.
#include <cmath>
#include <functional>
#include <string>

#include "position/any.hpp"
#include "position/tables.hpp"
#include "train/stack_gradients.hpp"

using namespace whereformer;
using namespace whereformer::test;
using train::LearnedParameter;
using train::StackGradients;

namespace {

constexpr Geometry kGeometry{2, 4, 8, 0, 0.375, 4};

// Floats that stay exact when a step is added: multiples of 2⁻¹² below 4 in size, steps are 2⁻⁷ and 2⁻⁸.
constexpr double kStep = 0x1p-7;

float rounded(float x) { return std::round(x * 0x1p12F) * 0x1p-12F; }

Table exact_table(int rows, int columns, std::uint64_t seed, float spread = 1) {
  Table table = random_table(rows, columns, seed, spread);
  for (float& x : table.values.span()) x = rounded(x);
  return table;
}

// Away from 0 by `least`, so that no kink is within a step.
Table away_from_zero(Table table, float least) {
  for (float& x : table.values.span()) x += x < 0 ? -least : least;
  return table;
}

std::vector<double> exact_numbers(std::initializer_list<float> numbers) {
  std::vector<double> all;
  for (const float x : numbers) all.push_back(rounded(x));
  return all;
}

// What the functional sums: pairs of doors 3 to 5 and positions of door 1.
struct Where {
  std::vector<PairPositions> pairs;
  std::vector<double> positions;
};

Where distances(std::initializer_list<int> all, double key = 0) {
  Where where;
  for (const int distance : all) where.pairs.emplace_back(key - distance, key);
  return where;
}

const std::initializer_list<int> kFar = {-700, -90, -13, -5, -3, -2, -1, 0, 1, 2, 3, 4, 11, 130, 900};

// Each output of the stack's hooks once: visit(coefficient, output) by door. The coefficients are drawn anew from the same seed.
class Functional {
 public:
  Functional(const PositionStack& stack, const Where& where) : stack_(stack), where_(where) {}

  double value() const {
    Random random(99);
    double sum = 0;
    each_vector(random, [&](Side side, int head, double distance, const std::vector<double>& c) {
      std::vector<double> out(c.size(), 0.0);
      for (const auto& part : stack_.parts()) part->distance_vector(side, head, distance, out);
      for (std::size_t i = 0; i < c.size(); ++i) sum += c[i] * out[i];
    });
    each_bias(random, [&](int head, PairPositions at, double c) { sum += c * stack_.bias(head, at); });
    each_row(random, [&](double position, const std::vector<double>& c) {
      std::vector<float> row(c.size(), 0.0F);  // table entries, added to 0: exact
      stack_.embed(row, position);
      for (std::size_t i = 0; i < c.size(); ++i) sum += c[i] * row[i];
    });
    return sum;
  }

  void gradient(StackGradients& to) const {
    Random random(99);
    each_vector(random, [&](Side side, int head, double distance, const std::vector<double>& c) {
      to.vector(side, head, distance, c);
    });
    each_bias(random, [&](int head, PairPositions at, double c) { to.bias(head, at, c); });
    each_row(random, [&](double position, const std::vector<double>& c) { to.embed(position, c); });
  }

 private:
  static std::vector<double> coefficients(Random& random, int count) {
    std::vector<double> c;
    for (int i = 0; i < count; ++i) c.push_back(random.uniform() * 2 - 1);
    return c;
  }

  template <class Visit>
  void each_vector(Random& random, Visit&& visit) const {
    if (!stack_.has(kByDistance)) return;
    for (const Side side : {Side::query, Side::key, Side::value}) {
      for (int head = 0; head < kGeometry.heads; ++head) {
        for (const PairPositions& at : where_.pairs) {
          visit(side, head, at.distance(), coefficients(random, kGeometry.head_dim));
        }
      }
    }
  }
  template <class Visit>
  void each_bias(Random& random, Visit&& visit) const {
    for (int head = 0; head < kGeometry.heads; ++head) {
      for (const PairPositions& at : where_.pairs) visit(head, at, coefficients(random, 1).front());
    }
  }
  template <class Visit>
  void each_row(Random& random, Visit&& visit) const {
    for (const double position : where_.positions) visit(position, coefficients(random, kGeometry.d_model));
  }

  const PositionStack& stack_;
  const Where& where_;
};

// Central differences with steps h and h/2, extrapolated to h⁴ (Richardson): h⁴ / 30 = 1e-10 times the fifth derivative, plus
// 1e-16 / h of the sums' rounding. The bound of 1e-6 is relative to the largest gradient of the parameter.
double central_difference(const std::function<double(double)>& moved) {
  const double wide = (moved(kStep) - moved(-kStep)) / (2 * kStep);
  const double narrow = (moved(kStep / 2) - moved(-kStep / 2)) / kStep;
  return (4 * narrow - wide) / 3;
}

void check_parameter(PositionStack& stack, const Functional& functional, StackGradients& learned,
                     LearnedParameter& parameter) {
  CAPTURE(parameter.type, parameter.name);
  std::vector<double> differences;
  double largest = 0;
  for (float& x : parameter.values.span()) {
    const float before = x;
    differences.push_back(central_difference([&](double step) {
      x = static_cast<float>(before + step);
      REQUIRE(static_cast<double>(x) == before + step);
      REQUIRE(learned.write_back(stack, kGeometry).ok());
      REQUIRE(static_cast<double>(x) == before + step);  // not at the end of its range
      return functional.value();
    }));
    x = before;
    largest = std::max(largest, std::abs(differences.back()));
  }
  REQUIRE(learned.write_back(stack, kGeometry).ok());
  CHECK(largest > 1e-3);  // it has an effect at all
  double worst = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const double difference = std::abs(differences[i] - parameter.gradients[i]);
    if (!(difference <= worst)) worst = std::isnan(difference) ? INFINITY : difference;
  }
  CHECK(worst <= 1e-6 * largest);
}

using Names = std::vector<std::string>;

void check_stack(PositionStack& stack, const Where& where, const Names& names) {
  REQUIRE(stack.prepare(kGeometry).ok());
  StackGradients learned;
  REQUIRE(learned.shape(stack).ok());
  const Functional functional(stack, where);
  functional.gradient(learned);
  learned.clear();
  for (int twice = 0; twice < 2; ++twice) functional.gradient(learned);  // gradients add up
  Names found;
  learned.parameters([&](const char*, const char* name, LearnedParameter& parameter) {
    found.emplace_back(name);
    for (double& g : parameter.gradients.span()) g /= 2;
    check_parameter(stack, functional, learned, parameter);
  });
  CHECK(found == names);
}

template <class E>
void check(E encoding, const Where& where, const Names& names) {
  PositionStack stack;
  stack.add(std::move(encoding));
  check_stack(stack, where, names);
}

Where at_positions(std::initializer_list<double> positions) { return {{}, positions}; }

template <class E>
std::string refusal(E encoding) {
  PositionStack stack;
  stack.add(std::move(encoding));
  StackGradients learned;
  const Status status = learned.shape(stack);
  CHECK(status.code == Code::unsupported);
  CHECK(std::string(status.argument) == "position");
  return status.word == nullptr ? "" : status.word;
}

template <class E>
void check_learns_nothing(E encoding) {
  PositionStack stack;
  stack.add(std::move(encoding));
  StackGradients learned;
  CHECK(learned.shape(stack).ok());
  CHECK(learned.parameters().empty());
  CHECK_FALSE(learned.learns(~0U));
}

}  // namespace

TEST_CASE("learned tables of rows learn what their tokens read", "[train]") {
  Learned rows;
  rows.table = exact_table(7, 8, 1);
  rows.offset = 2;
  check(std::move(rows), at_positions({0, 1, 4, 1}), {"table"});

  Abacus abacus;
  abacus.table = exact_table(6, 8, 2);
  abacus.digits = {1, 1, 0, 1, 1, 1};
  abacus.offset = 2;
  check(std::move(abacus), at_positions({0, 1, 2, 3, 5}), {"table"});
}

TEST_CASE("biases read from a table learn its entries", "[train]") {
  RelativeBias by_distance;
  by_distance.table = exact_table(7, 2, 1);
  check(std::move(by_distance), distances(kFar), {"table"});

  for (const bool directional : {false, true}) {
    Buckets buckets;
    buckets.table = exact_table(directional ? 9 : 5, 2, 2);
    buckets.directional = directional;
    check(std::move(buckets), distances(kFar), {"table"});
  }
  for (const bool bidirectional : {false, true}) {
    for (const auto scores : {T5Buckets::Scores::unscaled, T5Buckets::Scores::scaled}) {
      T5Buckets t5;
      t5.table = exact_table(32, 2, 3);
      t5.bidirectional = bidirectional;
      t5.scores = scores;
      check(std::move(t5), distances(kFar), {"table"});
    }
  }
  Swin swin;
  swin.table = exact_table(15, 2, 4);
  swin.width = 3;
  swin.height = 2;
  check(std::move(swin), {{{0, 5}, {5, 0}, {2, 2}, {4, 1}}, {}}, {"table"});

  Graphormer graph;
  graph.distances = table_of(3, 3, std::vector<float>{0, 1, 2, 1, 0, 1, 2, 1, 0});
  graph.table = exact_table(3, 2, 5);
  check(std::move(graph), {{{0, 2}, {2, 1}, {1, 1}}, {}}, {"table"});
}
