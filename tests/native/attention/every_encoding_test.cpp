// Every encoding through both kernels, against the double reference, in every situation.
#include <set>

#include "attention/cases.hpp"
#include "position/encodings.hpp"
#include "simd/lanes.hpp"

using namespace whereformer;
using whereformer::test::Case;
using whereformer::test::Problem;
using whereformer::test::Sizes;

namespace {

constexpr int W = simd::kLanes;

enum class Ids { counted, shifted, gapped };

struct Situation {
  std::string name;
  Sizes sizes;
  Band band;
  Ids ids = Ids::counted;
  bool masked = false;
};

std::vector<Situation> situations() {
  const auto square = [](int n, int dim) { return Sizes{1, 2, 1, n, n, dim, dim}; };
  std::vector<Situation> all{
      {"no keys", {1, 2, 1, 3, 0, 8, 8}, {}},
      {"grouped queries", {2, 6, 2, 7, 7, 8, 5}, {}},
      {"grouped queries, causal", {1, 6, 2, 11, 11, 8, 8}, Causal()},
      {"the last queries", {1, 2, 1, 5, 23, 8, 8}, Causal(18)},
      {"the last queries see everything", {1, 2, 2, 5, 23, 8, 3}, {}},
      {"two blocks of keys, three of queries", {1, 2, 1, 35, 97, 8, 8}, Causal(62)},
      {"two blocks of keys, all seen", {1, 1, 1, 2 * W + 1, 97, 8, 8}, {}},
      {"queries before every key", {1, 2, 1, 9, 4, 8, 8}, Causal(-5)},
      {"window", {1, 2, 1, 21, 21, 8, 8}, Window(6, 2)},
      {"shifted", square(11, 8), {}, Ids::shifted},
      {"shifted, causal", {1, 2, 1, 4, 21, 8, 8}, Causal(17), Ids::shifted},
      {"gapped", square(19, 8), {}, Ids::gapped},
      {"gapped, causal", square(19, 8), Causal(), Ids::gapped},
      {"added mask", {2, 2, 2, 13, 13, 8, 8}, {}, Ids::counted, true},
      {"added mask, causal, gapped", {1, 2, 1, 13, 13, 8, 8}, Causal(), Ids::gapped, true},
  };
  for (const int n : {0, 1, 3, W - 1, W + 1}) {
    all.push_back({"length " + std::to_string(n), square(n, 8), {}});
    all.push_back({"causal length " + std::to_string(n), square(n, 8), Causal()});
  }
  for (const int dim : {1, 2, 4, 6, 16, 34}) {
    all.push_back({"width " + std::to_string(dim), square(7, dim), Causal()});
  }
  return all;
}

void renumber(Ids ids, std::vector<float>& positions) {
  for (float& p : positions) {
    if (ids == Ids::shifted) p += 40;
    if (ids == Ids::gapped) p = 2 * p + (p > 5 ? 30.0F : 0.0F);
  }
}

double difference_in(const Case& encoding, Situation situation) {
  PositionStack stack;
  Problem probe(situation.sizes);
  encoding.add(stack, probe.call());
  for (const auto& part : stack.parts()) {
    if ((part->hooks() & kRotatesValues) != 0) situation.sizes.value_dim = situation.sizes.head_dim;
  }
  Problem problem(situation.sizes, 17);
  renumber(situation.ids, problem.query_positions);
  renumber(situation.ids, problem.key_positions);
  AttentionCall call = problem.call();
  call.band = situation.band;
  call.scale = static_cast<float>(stack.dot_scale({call.heads, call.head_dim, 0}));
  std::vector<float> mask;
  if (situation.masked) {
    mask = test::random_values(static_cast<std::size_t>(call.heads * call.queries * call.keys), 18);
    for (std::size_t i = 0; i < mask.size(); ++i) {
      const bool hidden = i % 3 == 0 || i / static_cast<std::size_t>(call.keys) % 13 == 4;  // query 4 sees nothing
      if (hidden) mask[i] = -INFINITY;
    }
    call.mask = {mask.data(), 0, call.queries * call.keys, call.keys};
  }
  return encoding.difference(problem, call);
}

template <Encoding... E>
std::set<std::string> types(List<E...>) {
  return {E::type...};
}

}  // namespace

void test::check_everywhere(const std::vector<Case>& cases) {
  for (const Case& encoding : cases) {
    for (const Situation& situation : situations()) {
      if (situation.sizes.head_dim % encoding.multiple != 0) continue;
      CAPTURE(encoding.type, encoding.name, situation.name);
      CHECK(difference_in(encoding, situation) <= test::kTolerance);
    }
  }
}

#if !defined(WHEREFORMER_KERNEL_TESTS)  // those builds leave out the tests that define cases
TEST_CASE("no type of the list of encodings is forgotten") {
  std::set<std::string> covered;
  for (const auto& cases :
       {test::turning_cases(), test::bias_cases(), test::content_cases(), test::order_cases(), test::brought_cases()}) {
    for (const Case& encoding : cases) covered.insert(encoding.type);
  }
  CHECK(covered == types(Encodings{}));
}
#endif

TEST_CASE("attention equals the reference under the cases of the encodings' own tests") {
  test::check_everywhere(test::brought_cases());
}

TEST_CASE("the bias alone is what the hooks answer, pair by pair") {
  const Ids ids = GENERATE(Ids::counted, Ids::shifted, Ids::gapped);
  Problem problem({1, 6, 2, 5, 11, 8, 8});
  renumber(ids, problem.query_positions);
  renumber(ids, problem.key_positions);
  const AttentionCall call = problem.call();
  for (const auto& cases :
       {test::bias_cases(), test::content_cases(), test::order_cases(), test::compositions(), test::brought_cases()}) {
    for (const Case& encoding : cases) {
      CAPTURE(encoding.type, encoding.name);
      PositionStack stack;
      encoding.add(stack, call);
      const Geometry geometry{call.heads, call.head_dim, 0, 0, call.scale, call.value_dim};
      REQUIRE(stack.prepare(geometry.over(call.query_positions).over(call.key_positions)).ok());
      std::vector<float> bias(6 * 5 * 11, -77);
      REQUIRE(bias_matrix(stack, 6, call.query_positions, call.key_positions, bias.data()).ok());
      for (std::size_t i = 0; i < bias.size(); ++i) {
        const PairPositions at = stack.pair_positions(call.query_positions[i / 11 % 5], call.key_positions[i % 11]);
        CHECK(bias[i] == static_cast<float>(stack.bias(static_cast<int>(i / 55), at)));
      }
    }
  }
}
