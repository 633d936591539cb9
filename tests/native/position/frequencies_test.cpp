// Rotary scalings: their limits and switches. Values are compared with transformers in tests/wasm/.
#include "position/frequencies.hpp"

#include "position/any.hpp"
#include "support.hpp"

using namespace whereformer;
using Type = RopeScaling::Type;

namespace {

RopeScaling scaling(Type type, double factor) {
  RopeScaling s;
  s.type = type;
  s.factor = factor;
  s.original_max = 64;
  s.max_positions = 64;
  s.short_factor.assign(8, 1);
  s.long_factor.assign(8, 4);
  return s;
}

std::vector<double> inverse(const RopeScaling& s, double length = 0) {
  const RotaryShape shape{10000, 16, 16, length};
  REQUIRE(s.check(shape).ok());
  return rotary_frequencies(shape, s).inverse;
}

const std::vector<double> kPlain = frequencies::plain(10000, 16);

}  // namespace

TEST_CASE("every scaling with factor 1 is plain rope (dynamic grows with the length all the same)") {
  const Type type = GENERATE(Type::none, Type::linear, Type::ntk, Type::yarn, Type::llama3, Type::proportional);
  const std::vector<double> w = inverse(scaling(type, 1), 1000);
  for (std::size_t i = 0; i < w.size(); ++i) CHECK(w[i] == Catch::Approx(kPlain[i]).epsilon(1e-15));
}

TEST_CASE("linear scaling divides positions") {
  const std::vector<double> w = inverse(scaling(Type::linear, 4));
  for (std::size_t i = 0; i < w.size(); ++i) CHECK(w[i] == kPlain[i] / 4);
}

TEST_CASE("ntk keeps the shortest wave and stretches the longest by the factor") {
  const std::vector<double> w = inverse(scaling(Type::ntk, 4));
  CHECK(w.front() == 1);
  CHECK(w.back() == Catch::Approx(kPlain.back() / 4).epsilon(1e-12));
}

TEST_CASE("dynamic ntk: golden numbers, and plain rope up to the reference length") {
  RopeScaling s = scaling(Type::dynamic, 4);
  s.max_positions = 32;
  const RotaryShape shape{10000, 8, 8, 128};
  const std::vector<double> w = rotary_frequencies(shape, s).inverse;
  const double golden[] = {1, 0.0425290, 0.00180872, 7.6923e-5};
  for (std::size_t i = 0; i < 4; ++i) CHECK(w[i] == Catch::Approx(golden[i]).epsilon(1e-5));
  CHECK(inverse(scaling(Type::dynamic, 4), 64) == kPlain);
  CHECK(inverse(scaling(Type::dynamic, 4), 65) != kPlain);
}

TEST_CASE("yarn keeps fast pairs, interpolates slow ones, and multiplies cosine and sine by 0.1 ln s + 1") {
  const std::vector<double> w = inverse(scaling(Type::yarn, 4));
  CHECK(w.front() == kPlain.front());
  CHECK(w.back() == Catch::Approx(kPlain.back() / 4).epsilon(1e-15));
  const RotaryShape shape{10000, 16, 16, 0};
  CHECK(rotary_frequencies(shape, scaling(Type::yarn, 4)).attention_factor == Catch::Approx(0.1 * std::log(4.0) + 1));
  RopeScaling given = scaling(Type::yarn, 4);
  given.attention_factor = 0.7;
  CHECK(rotary_frequencies(shape, given).attention_factor == 0.7);
  RopeScaling pair = scaling(Type::yarn, 4);
  pair.mscale = pair.mscale_all_dim = 0.8;
  CHECK(rotary_frequencies(shape, pair).attention_factor == 1);
  RopeScaling ragged = scaling(Type::yarn, 4);
  ragged.truncate = false;
  CHECK(inverse(ragged) != w);
}

TEST_CASE("longrope switches the whole sequence past the original length") {
  CHECK(inverse(scaling(Type::longrope, 4), 64) == kPlain);
  const std::vector<double> w = inverse(scaling(Type::longrope, 4), 65);
  for (std::size_t i = 0; i < w.size(); ++i) CHECK(w[i] == kPlain[i] / 4);
}

TEST_CASE("llama3 keeps short waves, divides long ones, and is monotone between") {
  RopeScaling s = scaling(Type::llama3, 8);
  s.original_max = 8192;
  const std::vector<double> w = inverse(s);
  CHECK(w.front() == kPlain.front());
  CHECK(w.back() == Catch::Approx(kPlain.back() / 8).epsilon(1e-15));
  for (std::size_t i = 1; i < w.size(); ++i) CHECK(w[i] < w[i - 1]);
}

TEST_CASE("proportional rope lays its pairs over the whole head and leaves the others at zero") {
  const RopeScaling s = scaling(Type::proportional, 1);
  const std::vector<double> w = rotary_frequencies({10000, 8, 32, 0}, s).inverse;
  REQUIRE(w.size() == 16);
  CHECK(w[3] == Catch::Approx(std::pow(10000.0, -6.0 / 32)));
  CHECK(w[4] == 0);
}

TEST_CASE("the attention factor multiplies the rotated channels only") {
  Rope e;
  e.rotary_dim = 4;
  e.scaling = scaling(Type::yarn, 4);
  REQUIRE(e.prepare({1, 6, 0}).ok());
  std::vector<double> x{1, 2, 3, 4, 5, 6};
  e.rotate(std::span<double>(x), 0, 0);
  CHECK(x[0] == Catch::Approx(0.1 * std::log(4.0) + 1));
  CHECK(x[4] == 5);
}

TEST_CASE("the length of a geometry is the largest position plus one") {
  const std::vector<float> positions{3, 70, 5};
  CHECK(Geometry{}.over(positions).length == 71);
  PositionStack stack;
  Rope rope;
  rope.scaling = scaling(Type::dynamic, 4);
  stack.add(std::move(rope));
  REQUIRE(stack.prepare(Geometry{1, 16, 0}.over(positions)).ok());
}

TEST_CASE("scalings out of range are refused by name") {
  const auto refused = [](Type type, auto change) {
    RopeScaling s = scaling(type, 4);
    change(s);
    return std::string(s.check({10000, 16, 16, 0}).argument);
  };
  CHECK(refused(Type::linear, [](RopeScaling& s) { s.factor = 0; }) == "position.scaling.factor");
  CHECK(refused(Type::linear, [](RopeScaling& s) { s.factor = NAN; }) == "position.scaling.factor");
  CHECK(refused(Type::yarn, [](RopeScaling& s) { s.original_max = NAN; }) ==
        "position.scaling.originalMaxPositionEmbeddings");
  CHECK(refused(Type::yarn, [](RopeScaling& s) { s.beta_slow = 40; }) == "position.scaling.betaSlow");
  CHECK(refused(Type::yarn, [](RopeScaling& s) { s.attention_factor = -1; }) == "position.scaling.attentionFactor");
  CHECK(refused(Type::dynamic, [](RopeScaling& s) { s.max_positions = NAN; }) ==
        "position.scaling.maxPositionEmbeddings");
  CHECK(refused(Type::longrope, [](RopeScaling& s) { s.long_factor.pop_back(); }) == "position.scaling.longFactor");
  CHECK(refused(Type::longrope, [](RopeScaling& s) { s.short_factor[3] = 0; }) == "position.scaling.shortFactor");
  CHECK(refused(Type::llama3, [](RopeScaling& s) { s.low_freq_factor = 5; }) == "position.scaling.lowFreqFactor");
  RopeScaling narrow = scaling(Type::ntk, 4);
  CHECK(std::string(narrow.check({10000, 2, 2, 0}).argument) == "position.rotaryDim");
}
