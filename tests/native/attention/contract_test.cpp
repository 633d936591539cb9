// The six doors: what a hook does in the reference, alone and composed, and the lane form against the scalar form.
#include "attention/bias_plan.hpp"
#include "attention/online.hpp"
#include "attention/reference.hpp"
#include "position/any.hpp"
#include "support.hpp"

using namespace whereformer;
using whereformer::test::largest_difference;
using whereformer::test::Problem;

namespace {

// Doors 4 and 5 in their smallest form: a content term and a value term by distance (Shaw et al. 2018, one vector).
struct Content {
  template <class T>
  T content(std::span<const T> q, std::span<const T> /*k*/, int head, double query, double key) const {
    return q[0] * static_cast<T>(0.1 * (head + 1) * (key - query));
  }
};

struct ValueTerm {
  template <class T>
  void value(std::span<T> out, T p, int /*head*/, double query, double key) const {
    out[0] += p * static_cast<T>(key - query);
  }
};

// Hides every third key; also tells the range.
struct Thirds {
  template <class I>
  bool visible(int, I, I key) const {
    return static_cast<int>(key) % 3 != 0;
  }
  KeyRange range(int, int keys) const { return {0, keys}; }
};

std::vector<float> reference_output(Problem& problem, const AttentionCall& call, const auto& encoding) {
  reference::attention(call, encoding);
  return problem.output;
}

}  // namespace

static_assert(Rotates<Rope> && !Biases<Rope> && !Embeds<Rope>);
static_assert(Biases<Alibi> && !BiasesByDistance<Alibi> && BiasesByDistance<T5Buckets> && !Biases<T5Buckets>);
static_assert(Embeds<Learned> && Embeds<Sinusoidal> && !Embeds<None>);
static_assert(Masks<Causal> && Masks<Window>);
static_assert(HasContent<Content> && HasValue<ValueTerm>);
static_assert(Encoding<None> && Encoding<Content> && Encoding<ValueTerm> && Encoding<Causal>);
static_assert(Rotates<Stack<Rope, Alibi, Causal>> && Biases<Stack<Rope, Alibi, Causal>> &&
              Masks<Stack<Rope, Alibi, Causal>>);
static_assert(!Embeds<Stack<Rope, Alibi>> && !Masks<Stack<Rope, Alibi>>);

TEST_CASE("a content hook adds q · a(distance) to q · k") {
  Problem problem({1, 2, 2, 1, 2, 2, 1}, 1);
  problem.query = {1, 0, 2, 0};
  problem.key = {0, 0, 0, 0, 0, 0, 0, 0};
  problem.value = {0, 1, 0, 1};
  problem.query_positions = {1};
  const auto out = reference_output(problem, problem.call(), Content{});
  // head 0: scores −0.1/√2 and 0; head 1: −0.4/√2 and 0; the output is the weight of key 1
  CHECK(std::abs(out[0] - 1 / (1 + std::exp(-0.1 / std::sqrt(2.0)))) < 1e-6);
  CHECK(std::abs(out[1] - 1 / (1 + std::exp(-0.4 / std::sqrt(2.0)))) < 1e-6);
}

TEST_CASE("a value hook adds to the weighted sum") {
  Problem problem({1, 1, 1, 1, 2, 2, 1}, 1);
  problem.query = {0, 0};
  problem.value = {0, 0};
  problem.query_positions = {0};
  CHECK(std::abs(reference_output(problem, problem.call(), ValueTerm{})[0] - 0.5) < 1e-7);
}

TEST_CASE("composition is the union of hooks, in the reference") {
  Problem problem({1, 2, 2, 6, 6, 4, 4}, 2);
  Rope rope;
  Alibi alibi;
  REQUIRE(rope.prepare(problem.geometry()).ok());
  REQUIRE(alibi.prepare(problem.geometry()).ok());
  const auto all =
      reference_output(problem, problem.call(), Stack(rope, alibi, Causal(), Content{}, ValueTerm{}, Thirds{}));
  const auto without_value =
      reference_output(problem, problem.call(), Stack(rope, alibi, Causal(), Content{}, Thirds{}));
  CHECK(largest_difference(all, without_value) > 0.1);
  const auto masked_by_call = [&] {
    AttentionCall call = problem.call();
    call.band = Causal();
    return reference_output(problem, call, Stack(rope, alibi, Content{}, ValueTerm{}, Thirds{}));
  }();
  CHECK(largest_difference(all, masked_by_call) == 0);
  for (std::size_t i = 0; i < 4; ++i) CHECK(all[i] == 0.0F);  // query 0 sees key 0 only, which Thirds hides
}

TEST_CASE("the lane form of a bias is the scalar form, lane by lane") {
  Alibi alibi;
  alibi.symmetric = GENERATE(false, true);
  REQUIRE(alibi.prepare({3, 0, 0}).ok());
  alignas(64) float lanes[simd::kLanes];
  for (int i = 0; i < simd::kLanes; ++i) lanes[i] = static_cast<float>(5 + i);
  const simd::Lanes query = simd::load(lanes);
  simd::store(lanes, alibi.bias(2, query, simd::splat(9)));
  for (int i = 0; i < simd::kLanes; ++i) {
    CHECK(lanes[i] == alibi.bias(2, static_cast<float>(5 + i), 9.0F));
  }
}

TEST_CASE("the streaming kernel takes any lane-generic encoding, composed or not") {
  Problem problem({1, 2, 1, 29, 29, 8, 8}, 7);
  Alibi alibi;
  REQUIRE(alibi.prepare(problem.geometry()).ok());
  Alibi other;
  other.slopes = {0.3, -0.2};
  REQUIRE(other.prepare(problem.geometry()).ok());
  const Stack both(alibi, other);
  const std::vector<KeyRange> ranges(29, KeyRange{0, 29});
  bool finite = false;
  REQUIRE(attend_online(problem.call(), {LaneBias<Stack<Alibi, Alibi>>(both), ranges}, finite).ok());
  CHECK(finite);
  const std::vector<float> fast = problem.output;
  CHECK(largest_difference(fast, reference_output(problem, problem.call(), both)) < 4e-6);
}

TEST_CASE("masks as ranges agree with masks pair by pair") {
  const Band band = GENERATE(Band(Causal(0)), Band(Causal(4)), Band(Window(2, 1, 0)), Band(Window(0, 0, -3)),
                             Causal(2).intersect(Window(3, 9, 2)));
  for (int query = 0; query < 9; ++query) {
    const KeyRange range = band.range(query, 7);
    for (int key = 0; key < 7; ++key) CHECK(band.visible(0, query, key) == (key >= range.first && key < range.last));
  }
}
