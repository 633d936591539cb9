// Shaw: vectors per clipped distance, added to keys and to values.
#include "position/encodings/shaw.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Shaw> && HasQueryVector<Shaw> && !HasKeyVector<Shaw> && HasValueVector<Shaw>);

TEST_CASE("shaw adds row clip(key - query, +-k) + k to the key, and the same row to the value") {
  Shaw e;
  e.key_table = random_table(5, 7, 1);
  e.value_table = random_table(5, 3, 2);
  REQUIRE(e.prepare({2, 7, 0, 0, 1, 3}).ok());
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 9; ++j) {
      const int distance = j - i < -2 ? -2 : j - i > 2 ? 2 : j - i;
      const auto key = filled(7, [&](auto out) { e.query_vector(1, j - i, out); });
      const auto value = filled(3, [&](auto out) { e.value_vector(1, j - i, out); });
      for (std::size_t c = 0; c < 7; ++c) CHECK(key[c] == e.key_table.at(distance + 2, static_cast<int>(c)));
      for (std::size_t c = 0; c < 3; ++c) CHECK(value[c] == e.value_table.at(distance + 2, static_cast<int>(c)));
    }
  }
}

TEST_CASE("shaw without a value table leaves values alone; wider rows keep their tail") {
  Shaw e;
  e.key_table = random_table(3, 2, 1);
  REQUIRE(e.prepare({1, 2}).ok());
  CHECK(filled(4, [&](auto out) { e.value_vector(0, 1, out); }) == std::vector<double>(4, 0.0));
  const auto wide = filled(4, [&](auto out) { e.query_vector(0, 1, out); });
  CHECK(wide[1] == e.key_table.at(2, 1));
  CHECK(wide[2] == 0);
}

TEST_CASE("shaw refuses what does not fit, by name") {
  Shaw e;
  CHECK(refused(e, {1, 4}) == "position.keyTable");
  e.key_table = random_table(4, 4, 1);
  CHECK(refused(e, {1, 4}) == "position.keyTable");
  e.key_table = random_table(5, 4, 1);
  CHECK(refused(e, {1, 4}).empty());
  CHECK(refused(e, {1, 5}) == "position.keyTable");
  e.value_table = random_table(3, 4, 1);
  CHECK(refused(e, {1, 4}) == "position.valueTable");
  e.value_table = random_table(5, 6, 1);
  CHECK(refused(e, {1, 4}).empty());
  CHECK(refused(e, {1, 4, 0, 0, 1, 4}) == "position.valueTable");
}
