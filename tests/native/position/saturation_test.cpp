// Past its saturation distance an encoding is constant: bias, content and values are evaluated there, and differ just before it.
#include "position/encodings.hpp"
#include "stacks.hpp"
#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

namespace {

constexpr Geometry kGeometry{2, 4, 8, 0, 0.5, 4};

// All values of bias, content and values at a distance, head by head.
std::vector<double> said(const AnyEncoding& e, int distance) {
  std::vector<double> all;
  for (int head = 0; head < kGeometry.heads; ++head) {
    all.push_back(e.bias(head, PairPositions(0, distance)));
    for (const Side side : {Side::query, Side::key, Side::value}) {
      const auto vector = filled(4, [&](auto out) { e.distance_vector(side, head, distance, out); });
      all.insert(all.end(), vector.begin(), vector.end());
    }
  }
  return all;
}

template <class E>
void check_saturated(const Hooked<E>& e) {
  const int saturation = e.saturation_distance();
  CAPTURE(saturation);
  for (const int sign : {-1, 1}) {
    const auto at_saturation = said(e, sign * saturation);
    for (const int beyond : {1, 2, 7, 31, 100, 611, 4096, 100000})
      CHECK(said(e, sign * (saturation + beyond)) == at_saturation);
  }
}

template <class E>
void check_saturation(E encoding, int saturation) {
  Hooked<E> e(std::move(encoding));
  REQUIRE(e.prepare(kGeometry).ok());
  CHECK(e.saturation_distance() == saturation);
  check_saturated(e);
}

// Every distance up to 3000: at the saturation distance and past it, neighbours are equal.
template <class E>
void check_at_any_distance(E encoding) {
  Hooked<E> e(std::move(encoding));
  REQUIRE(e.prepare(kGeometry).ok());
  check_saturated(e);
  for (const int sign : {-1, 1}) {
    int last = -1;  // the last distance that differs from the next
    auto here = said(e, 0);
    for (int d = 0; d < 3000; ++d) {
      auto after = said(e, sign * (d + 1));
      if (here != after) last = d;
      here = std::move(after);
    }
    CHECK(last < e.saturation_distance());
  }
}

T5Buckets t5(bool bidirectional) {
  T5Buckets e;
  e.table = random_table(8, 2, 1);
  e.bidirectional = bidirectional;
  e.max_distance = 21;
  return e;
}

Deberta deberta(int buckets, int max_distance = 37) {
  Deberta e;
  e.position_key = random_table(buckets == 0 ? 16 : 2 * buckets, 8, 2);
  e.position_query = random_table(buckets == 0 ? 16 : 2 * buckets, 8, 3);
  e.buckets = buckets;
  e.max_distance = max_distance;
  e.position_position = true;
  return e;
}

}  // namespace

TEST_CASE("tables that are clipped or bucketed end at their saturation distance") {
  check_saturation(t5(true), 21);
  check_saturation(t5(false), 21);
  check_saturation(deberta(0), 8);
  check_saturation(deberta(8), 37);
  RelativeBias bias;
  bias.table = random_table(11, 2, 4);
  check_saturation(std::move(bias), 5);
  Shaw shaw;
  shaw.key_table = random_table(7, 4, 5);
  shaw.value_table = random_table(7, 4, 6);
  check_saturation(std::move(shaw), 3);
}

TEST_CASE("past its saturation distance no legal parameters change anything") {
  Random random(7);
  const auto between = [&](int least, int most) {
    return least + static_cast<int>(random.uniform() * (most - least + 1));
  };
  for (int n = 0; n < 40; ++n) {
    const int buckets = between(4, 40);
    const int limit = std::max(buckets / 2 + 2, 4) + between(0, n % 2 == 0 ? 8 : 300);
    CAPTURE(buckets, limit);
    check_at_any_distance(deberta(buckets, limit));
    Deberta transposed = deberta(buckets, limit);
    transposed.transposed = true;
    check_at_any_distance(std::move(transposed));
    T5Buckets e;
    e.bidirectional = n % 3 != 0;
    const int side = between(2, 20);
    e.table = random_table(e.bidirectional ? 2 * side : side, 2, 1);
    e.max_distance = side / 2 + between(1, n % 2 == 0 ? 8 : 300);
    CAPTURE(side, e.max_distance);
    check_at_any_distance(std::move(e));
    RelativeBias bias;
    bias.table = random_table(2 * between(0, 30) + 1, 2, 4);
    check_at_any_distance(std::move(bias));
    Shaw shaw;
    shaw.key_table = random_table(2 * between(0, 30) + 1, 4, 5);
    check_at_any_distance(std::move(shaw));
  }
}

TEST_CASE("deberta with an odd number of buckets changes well past maxDistance") {
  for (const auto& [buckets, limit] : {std::pair{7, 11}, {9, 24}, {5, 4}, {8, 37}}) {
    const Deberta e = deberta(buckets, limit);
    int saturation = 0;
    while (Deberta::bucket(saturation, buckets, limit) < buckets) ++saturation;
    check_saturation(deberta(buckets, limit), saturation);
  }
}

TEST_CASE("the saturation distance of a stack is the largest of its parts; parts without distance hooks do not count") {
  CHECK(Hooked<Alibi>().saturation_distance() == kEndless);
  Deberta swapped = deberta(8);
  swapped.swapped = true;
  Hooked<Deberta> endless(std::move(swapped));
  REQUIRE(endless.prepare(kGeometry).ok());
  CHECK(endless.saturation_distance() == kEndless);
  PositionStack stack;
  CHECK(stack.saturation_distance() == 0);
  put(stack, t5(true));
  put(stack, Rope{});
  CHECK(stack.saturation_distance() == 21);
  put(stack, Alibi{});
  CHECK(stack.saturation_distance() == kEndless);
}
