// Positions of a text that grows: what follows the length is prepared again, what must stay comparable with cached keys is not.
#include "model/layer_positions.hpp"

#include "../support.hpp"
#include "model/add_stack.hpp"
#include "position/encodings/irope.hpp"
#include "position/encodings/randomized.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/xpos.hpp"
#include "position/hooked.hpp"
#include "stacks.hpp"

using namespace whereformer;

namespace {

constexpr double kCapacity = 40;

StackSpec spec_of_one_head() {
  StackSpec spec;
  spec.blocks = {0};
  spec.heads = spec.kv_heads = 1;
  spec.head_dim = 8;
  return spec;
}

// Row 1, 2 … 8 of a key at a position.
std::vector<double> turned(const LayerPositions& positions, double position) {
  std::vector<double> row{1, 2, 3, 4, 5, 6, 7, 8};
  positions[0].stack.rotate(row, 8, position, 0, Side::key, position);
  return row;
}

// make() → the encoding
template <class Make>
void check_growing(Make&& make, bool follows) {
  const StackSpec spec = spec_of_one_head();
  const std::size_t alone = 0;
  LayerPositions growing;
  put(add_stack(growing), make());
  CHECK(growing[alone].stack.follows_length() == follows);
  REQUIRE(growing.prepare(spec, 8, 5, kCapacity).ok());
  const auto first = turned(growing, 3);
  for (const double length : {6.0, 9.0, 10.0, 11.0, 30.0, kCapacity}) {
    CAPTURE(length);
    REQUIRE(growing.prepare(spec, 8, length, kCapacity).ok());
    LayerPositions whole;
    put(add_stack(whole), make());
    REQUIRE(whole.prepare(spec, 8, follows ? length : kCapacity).ok());
    CHECK(turned(growing, 3) == turned(whole, 3));
    if (!follows) CHECK(turned(growing, 3) == first);
  }
  CHECK((turned(growing, 3) != first) == follows);
}

Rope scaled(RopeScaling::Type type) {
  Rope rope;
  rope.scaling.type = type;
  rope.scaling.factor = 3;
  rope.scaling.max_positions = rope.scaling.original_max = 10;
  rope.scaling.short_factor = numbers({1, 1.1, 1.2, 1.3});
  rope.scaling.long_factor = numbers({1, 2, 3, 4});
  return rope;
}

}  // namespace

TEST_CASE("scalings that look at the length follow a growing text") {
  using Type = RopeScaling::Type;
  for (const Type type : {Type::dynamic, Type::longrope, Type::dynamic_yarn}) {
    check_growing([&] { return scaled(type); }, true);
    const auto irope = [&] {
      Irope made;
      made.scaling = scaled(type).scaling;
      return made;
    };
    check_growing(irope, true);
    const auto fixed = [&] {
      Rope made = scaled(type);
      made.scaling.current_length = 20;
      return made;
    };
    check_growing(fixed, false);
  }
}

TEST_CASE("everything else is prepared once, for the longest text") {
  using Type = RopeScaling::Type;
  for (const Type type : {Type::none, Type::linear, Type::ntk, Type::yarn, Type::llama3, Type::ntk_by_parts}) {
    check_growing([&] { return scaled(type); }, false);
  }
  check_growing([] { return Xpos{}; }, false);
}

TEST_CASE("draws are those of the longest text") {
  Randomized randomized;
  randomized.below = 500;
  LayerPositions positions;
  put(add_stack(positions), std::move(randomized));
  std::vector<float> first;
  for (const double length : {1.0, 7.0, kCapacity}) {
    REQUIRE(positions.prepare(spec_of_one_head(), 8, length, kCapacity).ok());
    std::vector<float> all(static_cast<std::size_t>(kCapacity));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<float>(i);
    REQUIRE(positions[0].stack.remap(all).ok());
    if (first.empty()) first = all;
    CHECK(all == first);
  }
}

TEST_CASE("a text that does not grow is prepared for its own length") {
  LayerPositions positions;
  put(add_stack(positions), Xpos{});
  const StackSpec spec = spec_of_one_head();
  REQUIRE(positions.prepare(spec, 8, 10).ok());
  const auto ten = turned(positions, 3);
  REQUIRE(positions.prepare(spec, 8, 30).ok());
  CHECK(turned(positions, 3) != ten);
  REQUIRE(positions.prepare(spec, 8, 10).ok());
  CHECK(turned(positions, 3) == ten);
}
