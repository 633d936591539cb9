// Past its reach an encoding says one thing: doors 3 to 5 are asked there, and just before it they differ.
#include "position/any.hpp"
#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

namespace {

constexpr Geometry kGeometry{2, 4, 8, 0, 0.5, 4};

// All that doors 3 to 5 say at a distance, head after head.
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
void check_reach(E encoding, int reach) {
  Hooked<E> e(std::move(encoding));
  REQUIRE(e.prepare(kGeometry).ok());
  CAPTURE(reach);
  CHECK(e.reach() == reach);
  for (const int sign : {-1, 1}) {
    const auto at_reach = said(e, sign * reach);
    for (const int beyond : {1, 2, 7, 100, 4096}) CHECK(said(e, sign * (reach + beyond)) == at_reach);
  }
}

T5Buckets t5(bool bidirectional) {
  T5Buckets e;
  e.table = random_table(8, 2, 1);
  e.bidirectional = bidirectional;
  e.max_distance = 21;
  return e;
}

Deberta deberta(int buckets) {
  Deberta e;
  e.position_key = random_table(16, 8, 2);
  e.position_query = random_table(16, 8, 3);
  e.buckets = buckets;
  e.max_distance = 37;
  e.position_position = true;
  return e;
}

}  // namespace

TEST_CASE("tables that are clipped or bucketed end at their reach") {
  check_reach(t5(true), 21);
  check_reach(t5(false), 21);
  check_reach(deberta(0), 8);
  check_reach(deberta(8), 37);
  RelativeBias bias;
  bias.table = random_table(11, 2, 4);
  check_reach(std::move(bias), 5);
  Shaw shaw;
  shaw.key_table = random_table(7, 4, 5);
  shaw.value_table = random_table(7, 4, 6);
  check_reach(std::move(shaw), 3);
}

TEST_CASE("of a stack the farthest part decides; what says nothing by distance does not count") {
  CHECK(Hooked<Alibi>().reach() == kEndless);
  Deberta swapped = deberta(8);
  swapped.swapped = true;
  CHECK(Hooked<Deberta>(std::move(swapped)).reach() == kEndless);
  PositionStack stack;
  CHECK(stack.reach() == 0);
  stack.add(t5(true));
  stack.add(Rope{});
  CHECK(stack.reach() == 21);
  stack.add(Alibi{});
  CHECK(stack.reach() == kEndless);
}
