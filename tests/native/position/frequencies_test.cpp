// Rotary scalings: their formulas, limits and switches.
#include "position/frequencies.hpp"

#include <numbers>

#include "position/encodings/rope.hpp"
#include "stacks.hpp"
#include "tables.hpp"

using namespace whereformer;
using Type = RopeScaling::Type;

namespace {

RopeScaling scaling(Type type, double factor) {
  RopeScaling s;
  s.type = type;
  s.factor = factor;
  s.original_max = 64;
  s.max_positions = 64;
  s.short_factor = numbers(8, 1);
  s.long_factor = numbers(8, 4);
  return s;
}

Frequencies of(const RotaryShape& shape, const RopeScaling& s) {
  Frequencies made;
  const bool over_head = s.type == Type::proportional;
  REQUIRE(made.inverse.allocate((over_head ? shape.head_dim : shape.rotary_dim) / 2).ok());
  made.attention_factor = fill_frequencies(shape, s, made.inverse.span());
  return made;
}

Frequencies made(const RopeScaling& s, double length = 0) {
  const RotaryShape shape{10000, 16, 16, length};
  REQUIRE(s.check(shape).ok());
  return of(shape, s);
}

std::vector<double> listed(const Frequencies& of) {
  const std::span<const double> inverse = of.inverse.span();
  return {inverse.begin(), inverse.end()};
}

std::vector<double> inverse(const RopeScaling& s, double length = 0) { return listed(made(s, length)); }

const std::vector<double> kPlain = [] {
  std::vector<double> plain(8);
  frequencies::fill_plain(10000, 16, plain);
  return plain;
}();

// The share of the slow side at pair i, as the papers write it.
double ramp_by_hand(double fast, double slow, double length, int dim, int i) {
  const auto pair_of = [&](double turns) {
    return dim * std::log(length / (turns * 2 * std::numbers::pi)) / (2 * std::log(10000.0));
  };
  const double low = std::max(std::floor(pair_of(fast)), 0.0);
  double high = std::min(std::ceil(pair_of(slow)), dim - 1.0);
  if (low == high) high += 0.001;
  return std::min(std::max((i - low) / (high - low), 0.0), 1.0);
}

}  // namespace

TEST_CASE("every scaling with factor 1 is plain rope (dynamic ones grow with the length all the same)") {
  const Type type =
      GENERATE(Type::none, Type::linear, Type::ntk, Type::yarn, Type::llama3, Type::proportional, Type::ntk_by_parts);
  const std::vector<double> w = inverse(scaling(type, 1), 1000);
  for (std::size_t i = 0; i < w.size(); ++i) CHECK(w[i] == Catch::Approx(kPlain[i]).epsilon(1e-14));
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
  const std::vector<double> w = listed(of(shape, s));
  const double golden[] = {1, 0.0425290, 0.00180872, 7.6923e-5};
  for (std::size_t i = 0; i < 4; ++i) CHECK(w[i] == Catch::Approx(golden[i]).epsilon(1e-5));
  CHECK(inverse(scaling(Type::dynamic, 4), 64) == kPlain);
  CHECK(inverse(scaling(Type::dynamic, 4), 65) != kPlain);
}

TEST_CASE("a current length that is given goes before the length of the positions") {
  const Type type = GENERATE(Type::dynamic, Type::longrope, Type::dynamic_yarn);
  RopeScaling s = scaling(type, 4);
  const std::vector<double> grown = inverse(s, 300);
  CHECK(grown != kPlain);
  s.current_length = 300;
  CHECK(inverse(s, 10) == grown);
  s.current_length = 50;
  CHECK(inverse(s, 300) == kPlain);
}

TEST_CASE("yarn keeps fast pairs, interpolates slow ones, and multiplies cosine and sine by 0.1 ln s + 1") {
  const std::vector<double> w = inverse(scaling(Type::yarn, 4));
  CHECK(w.front() == kPlain.front());
  CHECK(w.back() == Catch::Approx(kPlain.back() / 4).epsilon(1e-15));
  CHECK(made(scaling(Type::yarn, 4)).attention_factor == Catch::Approx(0.1 * std::log(4.0) + 1));
  RopeScaling given = scaling(Type::yarn, 4);
  given.attention_factor = 0.7;
  CHECK(made(given).attention_factor == 0.7);
  RopeScaling pair = scaling(Type::yarn, 4);
  pair.mscale = pair.mscale_all_dim = 0.8;
  CHECK(made(pair).attention_factor == 1);
  RopeScaling ragged = scaling(Type::yarn, 4);
  ragged.truncate = false;
  CHECK(inverse(ragged) != w);
}

TEST_CASE("dynamic yarn is yarn whose factor is the length over the original one, and plain up to there") {
  const RopeScaling s = scaling(Type::dynamic_yarn, 1);
  CHECK(inverse(s, 64) == kPlain);
  CHECK(made(s, 64).attention_factor == 1);
  RopeScaling fixed = scaling(Type::yarn, 160.0 / 64);
  CHECK(inverse(s, 160) == inverse(fixed));
  CHECK(made(s, 160).attention_factor == Catch::Approx(0.1 * std::log(160.0 / 64) + 1).epsilon(1e-15));
}

TEST_CASE("ntk by parts blends linear with ntk, and that with plain, by turns within the original length") {
  RopeScaling s = scaling(Type::ntk_by_parts, 4);
  s.original_max = 2048;
  const int dim = GENERATE(16, 64, 128);
  const std::vector<double> w = listed(of({10000, dim, dim, 0}, s));
  const double base = 10000 * std::pow(4.0, dim / (dim - 2.0));
  for (int i = 0; i < dim / 2; ++i) {
    const double plain = std::pow(10000.0, -2.0 * i / dim);
    const double to_linear = ramp_by_hand(1.25, 0.75, 2048, dim, i);
    const double to_scaled = ramp_by_hand(16, 2, 2048, dim, i);
    const double scaled = plain / 4 * to_linear + std::pow(base, -2.0 * i / dim) * (1 - to_linear);
    CHECK(w[static_cast<std::size_t>(i)] == Catch::Approx(scaled * to_scaled + plain * (1 - to_scaled)).epsilon(1e-13));
  }
  CHECK(of({10000, dim, dim, 0}, s).attention_factor == 1);
  CHECK(w.front() == 1);
  CHECK(w.back() == Catch::Approx(std::pow(10000.0, -(dim - 2.0) / dim) / 4).epsilon(1e-13));
}

TEST_CASE("longrope switches the whole sequence past the original length") {
  CHECK(inverse(scaling(Type::longrope, 4), 64) == kPlain);
  const std::vector<double> w = inverse(scaling(Type::longrope, 4), 65);
  for (std::size_t i = 0; i < w.size(); ++i) CHECK(w[i] == kPlain[i] / 4);
}

TEST_CASE("llama3 keeps short wavelengths, divides long ones, and is monotone between") {
  RopeScaling s = scaling(Type::llama3, 8);
  s.original_max = 8192;
  const std::vector<double> w = inverse(s);
  CHECK(w.front() == kPlain.front());
  CHECK(w.back() == Catch::Approx(kPlain.back() / 8).epsilon(1e-15));
  for (std::size_t i = 1; i < w.size(); ++i) CHECK(w[i] < w[i - 1]);
}

TEST_CASE("proportional rope lays its pairs over the whole head and leaves the others at zero") {
  const RopeScaling s = scaling(Type::proportional, 2);
  const std::vector<double> w = listed(of({10000, 8, 32, 0}, s));
  REQUIRE(w.size() == 16);
  CHECK(w[3] == Catch::Approx(std::pow(10000.0, -6.0 / 32) / 2));
  CHECK(w[4] == 0);
}

TEST_CASE("the length of a geometry is the largest position plus one") {
  const std::vector<float> positions{3, 70, 5};
  CHECK(Geometry{}.over(positions).length == 71);
  Rope rope;
  rope.scaling = scaling(Type::dynamic, 4);
  REQUIRE(rope.prepare(Geometry{1, 16, 0}.over(positions)).ok());
  CHECK(rope.inverse_frequencies()[1] < kPlain[1]);
}

TEST_CASE("scalings whose numbers do not fit together are refused by name") {
  const auto refused = [](Type type, auto change) {
    RopeScaling s = scaling(type, 4);
    change(s);
    return std::string(s.check({10000, 16, 16, 0}).argument);
  };
  const Type by_turns = GENERATE(Type::yarn, Type::llama3, Type::longrope, Type::ntk_by_parts, Type::dynamic_yarn);
  CHECK(refused(by_turns, [](RopeScaling& s) { s.original_max = NAN; }) ==
        "position.scaling.originalMaxPositionEmbeddings");
  CHECK(refused(Type::longrope, [](RopeScaling& s) { s.original_max = 1; }) ==
        "position.scaling.originalMaxPositionEmbeddings");
  CHECK(refused(Type::yarn, [](RopeScaling& s) { s.beta_slow = 40; }) == "position.scaling.betaSlow");
  CHECK(refused(Type::ntk_by_parts, [](RopeScaling& s) { s.ntk_beta_slow = 2; }) == "position.scaling.ntkBetaSlow");
  CHECK(refused(Type::ntk_by_parts, [](RopeScaling& s) { s.gamma_slow = 20; }) == "position.scaling.gammaSlow");
  CHECK(refused(Type::dynamic, [](RopeScaling& s) { s.max_positions = NAN; }) ==
        "position.scaling.maxPositionEmbeddings");
  CHECK(refused(Type::longrope, [](RopeScaling& s) { s.long_factor = numbers(7, 4); }) ==
        "position.scaling.longFactor");
  CHECK(refused(Type::longrope, [](RopeScaling& s) { s.short_factor = {}; }) == "position.scaling.shortFactor");
  CHECK(refused(Type::llama3, [](RopeScaling& s) { s.low_freq_factor = 5; }) == "position.scaling.lowFreqFactor");
  const Type stretching = GENERATE(Type::ntk, Type::dynamic, Type::ntk_by_parts);
  CHECK(std::string(scaling(stretching, 4).check({10000, 2, 2, 0}).argument) == "position.rotaryDim");
}

TEST_CASE("frequencies and factors that are no numbers of use are refused") {
  const auto fault = [](double frequency, double factor) {
    Frequencies made;
    made.attention_factor = factor;
    REQUIRE(made.inverse.copy_from(std::vector<double>{1, frequency}).ok());
    const Status status = made.check("position.scaling");
    return status.ok() ? std::string_view() : std::string_view(status.argument);
  };
  CHECK(fault(1e6, 1e6).empty());
  for (const double bad : {1e7, -1e7, static_cast<double>(INFINITY), std::nan("")})
    CHECK(fault(bad, 1) == "position.scaling");
  for (const double bad : {1e7, static_cast<double>(INFINITY), std::nan("")})
    CHECK(fault(1, bad) == "position.scaling.attentionFactor");
  Rope tiny;
  tiny.scaling.type = RopeScaling::Type::linear;
  tiny.scaling.factor = 1e-45;
  CHECK(test::refused(tiny, {1, 8}) == "position.scaling");
}

TEST_CASE("scalings out of range are refused by name") {
  const auto refused = [](auto change) {
    Rope rope;
    rope.scaling = scaling(Type::yarn, 4);
    change(rope.scaling);
    const std::string name = test::out_of_range(rope);
    return name.substr(name.rfind('.') + 1);
  };
  CHECK(refused([](RopeScaling& s) { s.factor = 0; }) == "factor");
  CHECK(refused([](RopeScaling& s) { s.factor = NAN; }) == "factor");
  CHECK(refused([](RopeScaling& s) { s.attention_factor = -1; }) == "attentionFactor");
  CHECK(refused([](RopeScaling& s) { s.short_factor.own()[3] = 0; }) == "shortFactor");
  CHECK(refused([](RopeScaling& s) { s.current_length = 0; }) == "currentLength");
  CHECK(refused([](RopeScaling& s) { s.original_max = INFINITY; }) == "originalMaxPositionEmbeddings");
  CHECK(refused([](RopeScaling&) {}).empty());
}
