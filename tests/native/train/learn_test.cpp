// The hook `learn` against central differences: of Σ c · (what the hooks of an encoding return), moved one parameter at a time.
#include <cmath>
#include <functional>
#include <numeric>
#include <string>

#include "position/encodings.hpp"
#include "position/tables.hpp"
#include "stacks.hpp"
#include "train/stack_gradients.hpp"

using namespace whereformer;
using namespace whereformer::test;
using train::LearnedParameter;
using train::StackGradients;

namespace {

constexpr Geometry kGeometry{2, 4, 8, 0, 0.375, 4};

// Floats that stay exact when a step is added: multiples of 2⁻¹² below 4 in size, steps are 2⁻⁹ and 2⁻¹⁰.
constexpr double kStep = 0x1p-9;

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

// What content_row reads for one query.
struct ContentRow {
  std::vector<double> q;
  std::vector<double> products;
  std::vector<char> seen;
};

// What the functional sums: pairs of bias, content and values, positions of embed and queries of content by row.
struct Where {
  std::vector<PairPositions> pairs;
  std::vector<double> positions;
  std::vector<ContentRow> rows = {};
};

Where distances(std::initializer_list<int> all) {
  Where where;
  for (const int distance : all) where.pairs.emplace_back(7 - distance, 7);
  return where;
}

const std::initializer_list<int> kNear = {-13, -5, -3, -2, -1, 0, 1, 2, 3, 4, 11};
const std::initializer_list<int> kFar = {-700, -90, -13, -5, -3, -2, -1, 0, 1, 2, 3, 4, 11, 130, 900};

// Each output of the stack's hooks once: visit(coefficient, output) by hook. The coefficients are drawn anew from the same seed.
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
    each_content(random, [&](const ContentRow& row, const std::vector<double>& c) {
      std::vector<double> out(c.size(), 0.0);
      for (const auto& part : stack_.parts()) part->content_row(row.q, row.products, row.seen, 1, out);
      for (std::size_t i = 0; i < c.size(); ++i) sum += c[i] * out[i];
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
    each_content(random, [&](const ContentRow& row, const std::vector<double>& c) {
      ContentRow read{std::vector<double>(row.q.size()), std::vector<double>(c.size()), {}};
      to.content_row({1, row.q, row.products, row.seen, c, read.q, read.products});
    });
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
  template <class Visit>
  void each_content(Random& random, Visit&& visit) const {
    for (const ContentRow& row : where_.rows) visit(row, coefficients(random, static_cast<int>(row.seen.size())));
  }

  const PositionStack& stack_;
  const Where& where_;
};

// Central differences with steps h and h/2, extrapolated (Richardson). What is left is h⁴ / 480 = 3e-14 times the fifth derivative,
// and 1e-16 / h = 5e-14 of the sum's size by rounding. The bound of 1e-6 is relative to the largest gradient of the parameter.
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
  put(stack, std::move(encoding));
  check_stack(stack, where, names);
}

Where at_positions(std::initializer_list<double> positions) { return {{}, positions}; }

template <class E>
std::string refusal(E encoding) {
  PositionStack stack;
  put(stack, std::move(encoding));
  StackGradients learned;
  const Status status = learned.shape(stack);
  CHECK(status.code == Code::unsupported);
  CHECK(std::string(status.argument) == "position");
  return status.word == nullptr ? "" : status.word;
}

template <class E>
void check_learns_nothing(E encoding) {
  PositionStack stack;
  put(stack, std::move(encoding));
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
  abacus.digits = numbers({1, 1, 0, 1, 1, 1});
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

TEST_CASE("KERPLE learns height and rate or exponent of each head", "[train]") {
  for (const auto kind : {Kerple::Kind::log, Kerple::Kind::power}) {
    Kerple kerple;
    kerple.kind = kind;
    kerple.r1 = numbers({0.75, 1.5});
    kerple.r2 = numbers({0.5, 1.25});
    check(std::move(kerple), distances(kFar), {"r1", "r2"});
  }
}

TEST_CASE("FIRE learns its network, c and the factor of the threshold", "[train]") {
  // Queries on both sides of the threshold, none at it; keys before and after the query.
  const Where where{{{3, 1}, {1, 12}, {10, 10}, {10, 2}, {0, 0}, {40, 3}, {200, 190}, {25, 31}}, {}};
  for (const double sign : {1, -1}) {
    Fire fire;
    fire.weight1 = exact_table(6, 1, 1, 2);
    fire.bias1 = exact_table(1, 6, 2);
    fire.weight2 = exact_table(2, 6, 3);
    fire.bias2 = exact_table(1, 2, 4);
    fire.c = sign * 0.5;
    fire.threshold = 16;
    fire.multiplier = sign * 1.25;
    check(std::move(fire), where, {"weight1", "bias1", "weight2", "bias2", "c", "multiplier"});
  }
}

TEST_CASE("networks of the distance learn two or three layers", "[train]") {
  for (const bool log : {false, true}) {
    for (const bool deep : {false, true}) {
      MlpBias network;
      network.weight1 = exact_table(5, 1, 1);
      network.bias1 = exact_table(1, 5, 2);
      network.weight2 = exact_table(deep ? 3 : 2, 5, 3);
      network.bias2 = exact_table(1, deep ? 3 : 2, 4);
      if (deep) {
        network.weight3 = exact_table(2, 3, 5);
        network.bias3 = exact_table(1, 2, 6);
      }
      network.log = log;
      Names names{"weight1", "bias1", "weight2", "bias2"};
      if (deep) names.insert(names.end(), {"weight3", "bias3"});
      check(std::move(network), distances(log ? kFar : kNear), names);
    }
  }
}

TEST_CASE("TISA learns its bells", "[train]") {
  Tisa tisa;
  tisa.amplitude = exact_table(2, 3, 1);
  tisa.sharpness = away_from_zero(exact_table(2, 3, 2, 0.25F), 0.0625F);
  tisa.center = exact_table(2, 3, 3, 3);
  check(std::move(tisa), distances(kFar), {"amplitude", "sharpness", "center"});
}

TEST_CASE("vectors by distance learn the rows of their tables", "[train]") {
  for (const bool values : {false, true}) {
    Shaw shaw;
    shaw.key_table = exact_table(7, 4, 1);
    if (values) shaw.value_table = exact_table(7, 4, 2);
    check(std::move(shaw), distances(kFar), values ? Names{"keyTable", "valueTable"} : Names{"keyTable"});
  }
  for (const auto terms : {RelativeKey::Terms::key, RelativeKey::Terms::key_query}) {
    RelativeKey vectors;
    vectors.table = exact_table(9, 4, 3);
    vectors.terms = terms;
    check(std::move(vectors), distances(kNear), {"table"});
  }
}

TEST_CASE("Transformer-XL learns its projection and both biases", "[train]") {
  for (const int clamp : {0, 5}) {
    TransformerXl xl;
    xl.weight = exact_table(8, 6, 1);
    xl.content_bias = exact_table(2, 4, 2);
    xl.position_bias = exact_table(2, 4, 3);
    xl.clamp_length = clamp;
    check(std::move(xl), distances(kFar), {"weight", "contentBias", "positionBias"});
  }
  Xlnet without_segments;
  without_segments.weight = exact_table(8, 6, 4);
  without_segments.content_bias = exact_table(2, 4, 5);
  without_segments.position_bias = exact_table(2, 4, 6);
  check(std::move(without_segments), distances(kNear), {"weight", "contentBias", "positionBias"});
}

TEST_CASE("DeBERTa learns keys and queries of its positions", "[train]") {
  struct Variant {
    bool key, query, both, transposed, swapped;
    int buckets;
  };
  for (const Variant v : {Variant{true, false, false, false, false, 0}, Variant{false, true, false, false, false, 0},
                          Variant{true, true, false, false, false, 0}, Variant{true, true, true, false, false, 0},
                          Variant{true, true, true, true, false, 0}, Variant{true, true, true, false, false, 6},
                          Variant{true, true, true, true, true, 6}}) {
    Deberta deberta;
    if (v.key) deberta.position_key = exact_table(12, 8, 1);
    if (v.query) deberta.position_query = exact_table(12, 8, 2);
    deberta.position_position = v.both;
    deberta.transposed = v.transposed;
    deberta.swapped = v.swapped;
    deberta.buckets = v.buckets;
    deberta.max_distance = 24;
    Names names;
    if (v.key) names.emplace_back("positionKey");
    if (v.query) names.emplace_back("positionQuery");
    check(std::move(deberta), distances(kFar), names);
  }
}

TEST_CASE("TUPE learns its projections, buckets and the first token's scores", "[train]") {
  const Where where{{{0, 0}, {0, 3}, {2, 0}, {2, 4}, {4, 2}, {3, 3}, {1, 4}}, {}};
  for (const bool all : {false, true}) {
    Tupe tupe;
    tupe.query_table = exact_table(5, 8, 1);
    tupe.key_table = exact_table(5, 8, 2);
    if (all) tupe.first = exact_table(2, 2, 3);
    if (all) tupe.bucket_table = exact_table(9, 2, 4);
    Names names{"queryTable", "keyTable"};
    if (all) names.insert(names.end(), {"first", "bucketTable"});
    check(std::move(tupe), where, names);
  }
}

namespace {

// The first query of a text, one in its middle that does not see two earlier keys, one whose gates are nearly open or shut.
std::vector<ContentRow> content_rows() {
  const auto row = [](std::size_t keys, std::size_t seen, float spread) {
    const auto q = random_values(4, 60 + keys);
    const auto products = random_values(keys, 70 + keys, spread);
    ContentRow one{{q.begin(), q.end()}, {products.begin(), products.end()}, std::vector<char>(keys, 0)};
    std::fill_n(one.seen.begin(), seen, char{1});
    for (std::size_t j = seen; j < keys; ++j) one.products[j] = NAN;  // hidden: not read
    return one;
  };
  std::vector<ContentRow> rows{row(1, 1, 1), row(13, 9, 3), row(17, 17, 20)};
  rows[1].seen[2] = rows[1].seen[5] = 0;
  rows[1].products[2] = rows[1].products[5] = NAN;
  return rows;
}

Cope cope_of(int rows, Cope::Where where) {
  Cope cope;
  cope.table = exact_table(rows, 4, 1);
  cope.where = where;
  return cope;
}

// Of Σ c · content, by a number that content_row reads. Pieces are smooth; none ends within the step.
double slope_by(double& x, const std::function<double()>& sum) {
  const double before = x;
  const auto moved = [&](double step) {
    x = before + step;
    const double at = sum();
    x = before;
    return at;
  };
  return (moved(1e-5) - moved(-1e-5)) / 2e-5;
}

}  // namespace

static_assert(LearnsContentRow<Cope> && Learns<Cope> && !LearnsVector<Cope>);

TEST_CASE("CoPE learns the rows between which it reads", "[train]") {
  for (const int rows : {1, 3, 20}) {
    for (const auto where : {Cope::Where::before_scale, Cope::Where::after_scale}) {
      check(cope_of(rows, where), {{}, {}, content_rows()}, {"table"});
    }
  }
}

TEST_CASE("CoPE carries gradients to the query and through its gates", "[train]") {
  for (const int rows : {1, 3, 20}) {
    for (const auto where : {Cope::Where::before_scale, Cope::Where::after_scale}) {
      CAPTURE(rows, where == Cope::Where::after_scale);
      PositionStack stack;
      put(stack, cope_of(rows, where));
      REQUIRE(stack.prepare(kGeometry).ok());
      StackGradients learned;
      REQUIRE(learned.shape(stack).ok());
      CHECK(learned.learns(kContentByRow));
      for (ContentRow& row : content_rows()) {
        const auto c = random_values(row.seen.size(), 80);
        const std::vector<double> weights(c.begin(), c.end());
        const auto sum = [&] {
          std::vector<double> out(row.seen.size());
          stack.parts()[0]->content_row(row.q, row.products, row.seen, 0, out);
          return std::inner_product(out.begin(), out.end(), weights.begin(), 0.0);
        };
        std::vector<double> d_query(4, 0.5);  // added to
        std::vector<double> d_products(row.seen.size(), 0.25);
        learned.content_row({0, row.q, row.products, row.seen, weights, d_query, d_products});
        for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(d_query[i] - 0.5 - slope_by(row.q[i], sum)) <= 1e-8);
        for (std::size_t j = 0; j < row.seen.size(); ++j) {
          const double expected = row.seen[j] != 0 ? slope_by(row.products[j], sum) : 0;
          CHECK(std::abs(d_products[j] - 0.25 - expected) <= 1e-8);
        }
      }
    }
  }
}

// Gates of ½ each: every second position is whole, and the derivative of the others goes to the gates from there on.
TEST_CASE("at whole positions CoPE's gates learn nothing", "[train]") {
  Cope cope = cope_of(4, Cope::Where::before_scale);
  const auto slope = [&](int row) {
    double sum = 0;
    for (int c = 0; c < 4; ++c) sum += cope.table.at(row + 1, c) - cope.table.at(row, c);
    return sum * 0.25 * kGeometry.scale;  // q = 1; σ′(0) = ¼
  };
  const std::vector<double> expected{0, slope(1), slope(1), slope(1) + slope(0)};  // positions 2, 1½, 1 and ½
  PositionStack stack;
  put(stack, std::move(cope));
  REQUIRE(stack.prepare(kGeometry).ok());
  StackGradients learned;
  REQUIRE(learned.shape(stack).ok());
  const std::vector<double> ones(4, 1);
  const std::vector<double> zeros(4, 0);
  const std::vector<char> seen(4, 1);
  std::vector<double> d_query(4);
  std::vector<double> d_products(4);
  learned.content_row({0, ones, zeros, seen, ones, d_query, d_products});
  for (std::size_t j = 0; j < 4; ++j) CHECK(d_products[j] == Catch::Approx(expected[j]).margin(1e-12));
}

TEST_CASE("parts of a stack learn side by side, under the names of the catalogue", "[train]") {
  PositionStack stack;
  Learned rows;
  rows.table = exact_table(6, 8, 1);
  Shaw shaw;
  shaw.key_table = exact_table(5, 4, 2);
  RelativeBias bias;
  bias.table = exact_table(9, 2, 3);
  put(stack, std::move(rows));
  put(stack, Alibi{});
  put(stack, std::move(shaw));
  put(stack, Rope{});
  put(stack, std::move(bias));
  Where where = distances(kNear);
  where.positions = {0, 3, 5};
  check_stack(stack, where, {"table", "keyTable", "table"});

  StackGradients learned;
  REQUIRE(learned.shape(stack).ok());
  std::vector<std::size_t> parts;
  Names types;
  for (const LearnedParameter& parameter : learned.parameters()) {
    parts.push_back(parameter.part);
    types.emplace_back(parameter.type);
  }
  CHECK(parts == std::vector<std::size_t>{0, 2, 4});
  CHECK(types == Names{"learned", "shaw", "relativeBias"});
  CHECK(learned.parameters()[1].rows == 5);
  CHECK(learned.parameters()[1].columns == 4);
  for (const unsigned hook : {kEmbeds, kBiases, kQueryVectors, kValueVectors}) CHECK(learned.learns(hook));
  for (const unsigned hook : {kKeyVectors, kRotates, kMasks}) CHECK_FALSE(learned.learns(hook));
}

// As AnyEncoding::bias: by distance where the bias is one, else at the tokens' own positions.
TEST_CASE("a gradient of a pair reaches what its bias was read from", "[train]") {
  PairPositions set{4, 2};
  set.set_distance(3);
  PositionStack stack;
  RelativeBias by_distance;
  by_distance.table = exact_table(9, 2, 1);
  Graphormer by_pair;
  by_pair.distances = exact_table(5, 5, 1);
  for (int q = 0; q < 5; ++q) {
    for (int k = 0; k < 5; ++k) by_pair.distances.values[static_cast<std::size_t>(5 * q + k)] = q == 4 && k == 2;
  }
  by_pair.table = exact_table(2, 2, 2);
  put(stack, std::move(by_distance));
  put(stack, std::move(by_pair));
  REQUIRE(stack.prepare(kGeometry).ok());
  StackGradients learned;
  REQUIRE(learned.shape(stack).ok());
  learned.bias(1, set, 2.5);
  CHECK(learned.parameters()[0].gradients[7 * 2 + 1] == 2.5);  // distance 3 of −4 … 4
  CHECK(learned.parameters()[1].gradients[1 * 2 + 1] == 2.5);  // the pair (4, 2)
}

// More pairs than are kept at once, and each of them again: the sums of a table's gradients are counts.
TEST_CASE("gradients of many pairs add up", "[train]") {
  constexpr int kTokens = 256;
  PositionStack stack;
  Swin swin;
  swin.width = kTokens;
  swin.height = 1;
  swin.table = exact_table(2 * kTokens - 1, 2, 1);
  put(stack, std::move(swin));
  REQUIRE(stack.prepare(kGeometry).ok());
  StackGradients learned;
  REQUIRE(learned.shape(stack).ok());
  for (int sequence = 0; sequence < 2; ++sequence) {
    for (int q = 0; q < kTokens; ++q) {
      for (int k = 0; k < kTokens; ++k) learned.bias(1, PairPositions(q, k), 0.5);
    }
  }
  const auto gradients = learned.parameters()[0].gradients.span();
  for (int right = 1 - kTokens; right < kTokens; ++right) {
    const auto row = static_cast<std::size_t>(right + kTokens - 1);
    CHECK(gradients[2 * row] == 0);
    CHECK(gradients[2 * row + 1] == kTokens - std::abs(right));
  }
  learned.clear();
  CHECK(learned.parameters()[0].gradients[2 * (kTokens - 1) + 1] == 0);
}

TEST_CASE("what cannot be trained is refused by name", "[train]") {
  CHECK(refusal(Rerope{}) == "rerope");
  CHECK(refusal(SelfExtend{}) == "selfExtend");
  SwinV2 swin;
  swin.weight1 = exact_table(3, 2, 1);
  CHECK(refusal(std::move(swin)) == "swinV2");
  Pope pope;
  pope.phases = exact_table(2, 4, 1);
  CHECK(refusal(std::move(pope)) == "pope");
  Forget forget;
  forget.gate_logits = exact_table(4, 2, 1);
  CHECK(refusal(std::move(forget)) == "forget");
  RelativeProjection projection;
  projection.curves = exact_table(3, 4, 1);
  CHECK(refusal(std::move(projection)) == "relativeProjection");
  Xlnet xlnet;
  xlnet.segments = numbers({0, 1});
  CHECK(refusal(std::move(xlnet)) == "xlnet");
}

TEST_CASE("encodings without learned parameters are trained around", "[train]") {
  check_learns_nothing(None{});
  check_learns_nothing(Sinusoidal{});
  check_learns_nothing(Rope{});
  check_learns_nothing(Xpos{});
  check_learns_nothing(Alibi{});
  check_learns_nothing(Sandwich{});
  check_learns_nothing(LogN{});
  check_learns_nothing(Softcap{});
  check_learns_nothing(Mask{});
  check_learns_nothing(Randomized{});
  Rope2d patches;  // tables that are given, not learned
  patches.x = exact_table(1, 4, 1);
  patches.y = exact_table(1, 4, 2);
  check_learns_nothing(std::move(patches));
}

TEST_CASE("values stay in their ranges", "[train]") {
  for (const auto kind : {Kerple::Kind::log, Kerple::Kind::power}) {
    PositionStack stack;
    Kerple kerple;
    kerple.kind = kind;
    kerple.r1 = numbers({1, 1});
    kerple.r2 = numbers({1, 1});
    put(stack, std::move(kerple));
    StackGradients learned;
    REQUIRE(learned.shape(stack).ok());
    const auto values = [&](std::size_t i) { return learned.parameters()[i].values.span(); };
    values(0)[0] = -1;
    values(0)[1] = 7;
    values(1)[0] = 3;
    values(1)[1] = 0.001F;
    REQUIRE(learned.write_back(stack, kGeometry).ok());
    const float most = kind == Kerple::Kind::power ? 2 : 3;
    const auto check_values = [&] {
      CHECK(values(0)[0] == 0.01F);
      CHECK(values(0)[1] == 7);
      CHECK(values(1)[0] == most);
      CHECK(values(1)[1] == 0.01F);
    };
    check_values();
    REQUIRE(learned.shape(stack).ok());  // reads what the encoding has
    check_values();

    values(0)[0] = NAN;
    const Status refused = learned.write_back(stack, kGeometry);
    CHECK(std::string(refused.argument) == "r1");
  }
}
