// <R x, y> = <x, Rᵀ y> for every linear rotation.
#include "train/transposed_rotation.hpp"

#include <functional>
#include <string>

#include "position/encodings/log_n.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/pope.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/xpos.hpp"
#include "position/hooked.hpp"
#include "stacks.hpp"
#include "support.hpp"

using namespace whereformer;
using train::TransposedRotation;

namespace {

struct Turned {
  std::string name;
  std::function<void(PositionStack&)> add;
};

LogN log_n(double length) {
  LogN e;
  e.train_length = length;
  return e;
}

Turned rope(std::string name, void (*set)(Rope&)) {
  return {std::move(name), [set](PositionStack& stack) {
            Rope e;
            set(e);
            put(stack, std::move(e));
          }};
}

Turned scaled(std::string name, RopeScaling::Type type, double factor) {
  return {std::move(name), [=](PositionStack& stack) {
            Rope e;
            e.scaling.type = type;
            e.scaling.factor = factor;
            e.scaling.original_max = 16;
            e.scaling.max_positions = 16;
            put(stack, std::move(e));
          }};
}

std::vector<Turned> turned() {
  using Type = RopeScaling::Type;
  return {
      {"none", [](PositionStack& stack) { put(stack, None{}); }},
      rope("half", [](Rope&) {}),
      rope("interleaved", [](Rope& e) { e.layout = whereformer::Layout::interleaved; }),
      rope("partial", [](Rope& e) { e.rotary_dim = 4; }),
      rope("last channels",
           [](Rope& e) {
             e.rotary_start = 4;
             e.rotary_dim = 4;
           }),
      scaled("linear", Type::linear, 4),
      scaled("dynamic", Type::dynamic, 2),
      scaled("yarn", Type::yarn, 4),
      {"xpos", [](PositionStack& stack) { put(stack, Xpos{}); }},
      {"logN", [](PositionStack& stack) { put(stack, log_n(8)); }},
      {"rope, logN",
       [](PositionStack& stack) {
         put(stack, Rope{});
         put(stack, log_n(8));
       }},
      {"logN, xpos, rope",
       [](PositionStack& stack) {
         put(stack, log_n(8));
         put(stack, Xpos{});
         put(stack, Rope{});
       }},
  };
}

double product(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

constexpr int kBatch = 2;
constexpr int kHeads = 3;

// |<R x, y> − <x, Rᵀ y>| relative to |x| |y|
double mismatch(const Turned& turned_by, int width, int tokens, Side side) {
  PositionStack stack;
  turned_by.add(stack);
  const std::vector<float> positions = test::positions_from(3, tokens);
  REQUIRE(stack.prepare(Geometry{kHeads, width, 0}.over(positions)).ok());
  const std::size_t size = static_cast<std::size_t>(kBatch * kHeads * tokens * width);
  const std::vector<float> x = test::random_values(size, 1);
  const std::vector<float> y = test::random_values(size, 2);
  const Rotation::Rows rows{side, kHeads, 1, width};
  const auto of = [&](std::vector<float>& data) {
    return HeadRows<float>::contiguous(data.data(), kHeads, tokens, width);
  };
  std::vector<float> turned_x = x;
  Rotation rotation;
  REQUIRE(rotation.prepare(stack, positions, rows).ok());
  rotation.apply(of(turned_x), kBatch);
  std::vector<float> turned_y = y;
  TransposedRotation transposed;
  REQUIRE(transposed.prepare(stack, positions, rows).ok());
  transposed.apply(of(turned_y), kBatch);
  return std::abs(product(turned_x, y) - product(x, turned_y)) / std::sqrt(product(x, x) * product(y, y));
}

}  // namespace

TEST_CASE("a gradient goes through the transposed map of a rotation", "[train]") {
  const int width = GENERATE(8, 20, 64);
  const int tokens = GENERATE(1, 7, 33);
  const auto side = GENERATE(Side::query, Side::key);
  for (const Turned& turned_by : turned()) {
    CAPTURE(turned_by.name, width, tokens);
    CHECK(mismatch(turned_by, width, tokens, side) <= 1e-6);
  }
}

TEST_CASE("a map that is not linear is refused by its name", "[train]") {
  PositionStack stack;
  put(stack, Pope{});
  const std::vector<float> positions = test::positions_from(0, 5);
  REQUIRE(stack.prepare(Geometry{1, 8, 0}.over(positions)).ok());
  TransposedRotation transposed;
  const Status status = transposed.prepare(stack, positions, {Side::query, 1, 1, 8});
  REQUIRE(!status.ok());
  CHECK(std::string(status.argument) == "position");
  CHECK(std::string(status.word) == "pope");
}
