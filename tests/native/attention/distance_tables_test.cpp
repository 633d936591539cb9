// Distance tables equal the hooks, and are not used for distances without an entry.
#include "attention/by_distance/distance_tables.hpp"

#include "attention/cases.hpp"
#include "attention/streaming/bias_plan.hpp"
#include "attention/streaming/online.hpp"
#include "position/encodings/kerple.hpp"
#include "position/encodings/transformer_xl.hpp"
#include "simd/exp.hpp"
#include "stacks.hpp"

using namespace whereformer;
using whereformer::test::difference;
using whereformer::test::Problem;
using whereformer::test::random_values;

namespace {

// Bias, content and values by distance, at any distance: smooth, so that fractions count.
struct Waves {
  static constexpr const char* type = "waves";
  template <class Visitor>
  void parameters(Visitor&) {}
  Status prepare(const Geometry&) { return {}; }

  double distance_bias(int head, double distance) const { return math::sin(0.9 * distance + head); }
  void query_vector(int head, double distance, std::span<double> out) const { add_wave(0.7, head, distance, out); }
  void key_vector(int head, double distance, std::span<double> out) const { add_wave(0.4, head, distance, out); }
  void value_vector(int head, double distance, std::span<double> out) const { add_wave(0.2, head, distance, out); }

 private:
  static void add_wave(double frequency, int head, double distance, std::span<double> out) {
    for (std::size_t c = 0; c < out.size(); ++c) {
      out[c] += math::cos(frequency * distance + static_cast<double>(c) + 2.0 * head);
    }
  }
};

const auto waves = [] { return Waves{}; };

// The same up to a distance, and one thing beyond it on either side.
struct EndingWaves : Waves {
  static constexpr const char* type = "endingWaves";
  int saturation_distance() const { return end; }
  double distance_bias(int head, double distance) const { return Waves::distance_bias(head, ended(distance)); }
  void query_vector(int head, double distance, std::span<double> out) const {
    Waves::query_vector(head, ended(distance), out);
  }
  void key_vector(int head, double distance, std::span<double> out) const {
    Waves::key_vector(head, ended(distance), out);
  }
  void value_vector(int head, double distance, std::span<double> out) const {
    Waves::value_vector(head, ended(distance), out);
  }
  double ended(double distance) const { return std::clamp<double>(distance, -end, end); }

  int end = 0;
};

struct Positions {
  const char* name;
  double first;
  double step;
};

void set(Problem& problem, Positions at) {
  const auto fill = [&](std::vector<float>& to, double first) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      to[i] = static_cast<float>(first + at.step * static_cast<double>(i));
    }
  };
  const auto behind =
      static_cast<double>(problem.key_positions.size()) - static_cast<double>(problem.query_positions.size());
  fill(problem.query_positions, at.first + at.step * behind);
  fill(problem.key_positions, at.first);
}

DistanceTables tables_for(PositionStack& stack, const AttentionCall& call, bool with_bias) {
  DistanceTables tables;
  REQUIRE(stack.prepare({call.heads, call.head_dim}).ok());
  REQUIRE(tables.prepare(stack, call, with_bias).ok());
  return tables;
}

}  // namespace

TEST_CASE("vectors and biases by distance equal the reference wherever positions lie") {
  const auto at =
      GENERATE(Positions{"counted", 0, 1}, Positions{"shifted", 5000, 1}, Positions{"gapped", 0, 3},
               Positions{"far apart", 0, 4001}, Positions{"fractional", 0, 0.25},
               Positions{"whole steps between fractions", 0.5, 1}, Positions{"negative", -30, 1},
               Positions{"falling", 60, -1}, Positions{"all the same", 7, 0},
               Positions{"steps below the resolution of float32", 16777216, 1}, Positions{"beyond integers", 1e12, 1});
  const int queries = GENERATE(1, 5, 37);
  Problem problem({1, 2, 1, queries, 37, 4, 3}, 13);
  set(problem, at);
  CAPTURE(at.name, queries);
  CHECK(difference(problem, problem.call(), waves) <= test::kTolerance);
  AttentionCall causal = problem.call();
  causal.band = Causal(37 - queries);
  CHECK(difference(problem, causal, waves) <= test::kTolerance);
  const auto biased = [] {
    Kerple e;
    e.r1 = numbers({0.4, 0.01});
    e.r2 = numbers({0.5, 1});
    return e;
  };
  // a table of biases without vectors
  CHECK(difference(problem, causal, biased) <= test::kTolerance);
}

TEST_CASE("tiles past the saturation distance equal the reference, on either side, at its edges and far away") {
  const int end = GENERATE(0, 3, 40, 5000);
  const int queries = GENERATE(1, simd::kTileWidth + 1, 4 * kKeyBlock + 3);
  const double first = GENERATE(-1000.0, 0.0, 1.0);
  CAPTURE(end, queries, first);
  Problem problem({1, 2, 1, queries, 3 * kKeyBlock + 5, 4, 3}, 13);
  for (std::size_t i = 0; i < problem.query_positions.size(); ++i) {
    problem.query_positions[i] = static_cast<float>(first + static_cast<double>(i));
  }
  const auto ending = [&] {
    EndingWaves e;
    e.end = end;
    return e;
  };
  CHECK(difference(problem, problem.call(), ending) <= test::kTolerance);
  AttentionCall causal = problem.call();
  causal.band = Causal(3 * kKeyBlock + 5 - queries);
  CHECK(difference(problem, causal, ending) <= test::kTolerance);
  AttentionCall window = problem.call();
  window.band = {0, kKeyBlock + 7, kKeyBlock / 2};  // each tile begins elsewhere in its first block
  CHECK(difference(problem, window, ending) <= test::kTolerance);
}

TEST_CASE("memory grows with the saturation distance where that is less than the tokens") {
  Problem problem({1, 1, 1, 2000, 2000, 4, 4});
  PositionStack stack;
  EndingWaves e;
  e.end = 10;
  put(stack, e);
  DistanceTables tables = tables_for(stack, problem.call(), true);
  CHECK(tables.range().entry(1999, 0) == 20 + 2 * (kKeyBlock + simd::kTileWidth));
  CHECK(tables.range().entry(0, 1999) == 0);
}

TEST_CASE("distances have entries where positions are whole and not very far apart") {
  const auto dense = [](Positions at) {
    Problem problem({1, 1, 1, 5, 9, 4, 4});
    set(problem, at);
    PositionStack stack;
    put(stack, Waves{});
    return tables_for(stack, problem.call(), true).dense();
  };
  CHECK(dense({"", 0, 1}));
  CHECK(dense({"", -3, 1}));
  CHECK(dense({"", 100, 4}));
  CHECK_FALSE(dense({"", 0, 0.5}));
  CHECK_FALSE(dense({"", 0.5, 1}));
  CHECK_FALSE(dense({"", 0, 1000}));
  CHECK_FALSE(dense({"", 1e12, 0}));
  CHECK_FALSE(dense({"", NAN, 1}));
}

TEST_CASE("entries are what the hooks answer") {
  Problem problem({1, 2, 2, 6, 11, 5, 3});
  set(problem, {"", 20, 2});
  PositionStack stack;
  put(stack, Waves{});
  put(stack, Waves{});  // two parts add
  DistanceTables tables = tables_for(stack, problem.call(), false);
  const std::vector<float> row = random_values(5, 14);
  for (const int head : {1, 0}) {
    tables.fill(head);
    for (const float query : problem.query_positions) {
      for (const float key : problem.key_positions) {
        const int entry = tables.range().entry(query, key);
        std::vector<double> q(5);
        std::vector<double> k(5);
        std::vector<double> v(3);
        Waves{}.query_vector(head, key - query, q);
        Waves{}.key_vector(head, key - query, k);
        Waves{}.value_vector(head, key - query, v);
        double products[2] = {};
        for (std::size_t c = 0; c < 5; ++c) {
          products[0] += 2 * row[c] * q[c];
          products[1] += 2 * row[c] * k[c];
        }
        CHECK(std::abs(tables.query_term(entry, row.data()) - products[0]) < 1e-6);
        CHECK(std::abs(tables.key_term(entry, row.data()) - products[1]) < 1e-6);
        std::vector<double> out{1, 2, 3};
        tables.add_value(entry, 0.5, out);
        for (std::size_t c = 0; c < 3; ++c) CHECK(std::abs(out[c] - (1.0 + static_cast<double>(c) + v[c])) < 1e-6);
      }
    }
  }
}

TEST_CASE("a tile of biases has consecutive queries as lanes, in base 2") {
  Problem problem({1, 2, 2, 2 * simd::kTileWidth, 30, 4, 4});
  PositionStack stack;
  put(stack, Waves{});
  const AttentionCall call = problem.call();
  DistanceTiles tiles;
  REQUIRE(stack.prepare({call.heads, call.head_dim}).ok());
  REQUIRE(tiles.prepare(stack, call, true).ok());
  tiles.fill(1);
  CHECK(tiles.has_content());
  CHECK(tiles.has_values());
  const KeyRange keys{7, 30};
  Buffer<float> scores;
  REQUIRE(scores.allocate(23 * simd::kTileWidth).ok());
  ScoreBlock block;
  block.first_query = simd::kTileWidth;
  TableBias(tiles).add(scores.data(), block, keys);
  for (int k = keys.first; k < keys.last; ++k) {
    for (int lane = 0; lane < simd::kTileWidth; ++lane) {
      const float query = problem.query_positions[static_cast<std::size_t>(simd::kTileWidth + lane)];
      const double expected = Waves{}.distance_bias(1, k - query) * simd::kLog2E;
      CHECK(std::abs(scores[static_cast<std::size_t>((k - 7) * simd::kTileWidth + lane)] - expected) < 1e-6);
    }
  }
}

TEST_CASE("without tokens there is nothing to tabulate") {
  Problem problem({1, 1, 1, 3, 0, 4, 4});
  PositionStack stack;
  put(stack, Waves{});
  CHECK_FALSE(tables_for(stack, problem.call(), true).dense());
}

TEST_CASE("the sinusoid path equals evaluating each distance") {
  const double limit = GENERATE(0, 3, 11);
  const auto at = GENERATE(Positions{"counted", 0, 1}, Positions{"gapped", 4, 3}, Positions{"falling", 400, -2});
  const float apart = GENERATE(-300.0F, -2.0F, 0.0F, 4.0F, 1000.0F);
  CAPTURE(limit, at.name, apart);
  Problem problem({1, 2, 2, 5, 9, 6, 3});
  set(problem, at);
  for (float& position : problem.query_positions) position += apart;
  const auto table = [](Table& to, int rows, int columns, int seed) {
    const std::vector<float> values =
        random_values(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), seed);
    REQUIRE(to.values.copy_from(values).ok());
    to.rows = rows;
    to.columns = columns;
  };
  const auto make = [&] {
    TransformerXl e;
    table(e.weight, 12, 10, 1);
    table(e.content_bias, 2, 6, 2);
    table(e.position_bias, 2, 6, 3);
    e.clamp_length = static_cast<int>(limit);
    return e;
  };
  TransformerXl asked = make();
  REQUIRE(asked.prepare({2, 6}).ok());
  PositionStack stack;
  put(stack, make());
  DistanceTables tables = tables_for(stack, problem.call(), true);
  const std::vector<float> row = random_values(6, 14);
  for (const int head : {1, 0}) {
    tables.fill(head);
    for (const float query : problem.query_positions) {
      for (const float key : problem.key_positions) {
        std::vector<double> q(6);
        std::vector<double> k(6);
        asked.query_vector(head, key - query, q);
        asked.key_vector(head, key - query, k);
        double products[2] = {};
        for (std::size_t c = 0; c < 6; ++c) {
          products[0] += row[c] * q[c];
          products[1] += row[c] * k[c];
        }
        const int entry = tables.range().entry(query, key);
        CHECK(std::abs(tables.query_term(entry, row.data()) - products[0]) < 4e-6);
        CHECK(std::abs(tables.key_term(entry, row.data()) - products[1]) < 1e-6);
        CHECK(std::abs(tables.bias(entry) - asked.distance_bias(head, key - query)) < 4e-6);
      }
    }
  }
}
