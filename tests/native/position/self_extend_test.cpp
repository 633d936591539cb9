#include "position/encodings/self_extend.hpp"

#include "position/encodings/rope.hpp"
#include "rows.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<SelfExtend> && SetsDistance<SelfExtend>);

namespace {

SelfExtend self_extend(int group, int window) {
  SelfExtend e;
  e.group = group;
  e.window = window;
  return e;
}

}  // namespace

TEST_CASE("self-extend keeps near distances and groups far ones, as LongLM's two position lists do") {
  const auto [group, window] = GENERATE(table<int, int>({{8, 16}, {4, 10}, {3, 7}, {1, 5}, {5, 0}}));
  const SelfExtend e = self_extend(group, window);
  for (int query = 0; query < 60; ++query) {
    for (int key = 0; key <= query; ++key) {
      const double group_query =
          query / group + window - static_cast<double>(window) / group;  // position // G + w − w / G
      const double group_key = key / group;
      const double expected = query - key < window ? key - query : group_key - group_query;
      CHECK(std::abs(e.effective_distance(query, key) - expected) < 1e-12);
    }
  }
}

TEST_CASE("self-extend with groups of one changes nothing") {
  const SelfExtend e = self_extend(1, 5);
  CHECK(e.effective_distance(40, 3) == -37);
}

TEST_CASE("self-extend reaches group times farther less the window's share") {
  const SelfExtend e = self_extend(8, 1024);
  CHECK(e.effective_distance(16383, 0) == -(2047 + 1024 - 128));
  CHECK(e.effective_distance(1023, 0) == -1023);
  CHECK(e.effective_distance(1024, 0) == -1024);
}

TEST_CASE("self-extend's distance gives the score of two rows rotated at their grouped positions") {
  Rope rope;
  REQUIRE(rope.prepare({1, 6}).ok());
  const std::vector<double> q = random_row(6, 1);
  const std::vector<double> k = random_row(6, 2);
  const SelfExtend e = self_extend(4, 10);
  const double distance = e.effective_distance(50, 13);
  const double apart = turned_score(rope, q, 50 / 4 + 10 - 2.5, k, 13 / 4);
  CHECK(std::abs(turned_score(rope, q, -distance, k, 0) - apart) < 1e-13);
}

TEST_CASE("bad self-extend parameters are refused by name") {
  SelfExtend e = self_extend(0, 4);
  CHECK(out_of_range(e) == "group");
  e = self_extend(2, -1);
  CHECK(out_of_range(e) == "window");
}
