// Relative key and query (BERT): the index is query - key, the other way round than Shaw's.
#include "position/encodings/relative_key.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<RelativeKey> && HasQueryVector<RelativeKey> && HasKeyVector<RelativeKey>);

TEST_CASE("relativeKey adds row query - key + N - 1 to the key, keyQuery to the query as well") {
  RelativeKey e;
  e.table = random_table(13, 5, 1);  // N = 7
  for (const auto terms : {RelativeKey::Terms::key, RelativeKey::Terms::key_query}) {
    e.terms = terms;
    REQUIRE(e.prepare({3, 5}).ok());
    for (int i = 0; i < 7; ++i) {
      for (int j = 0; j < 7; ++j) {
        const auto to_query = filled(5, [&](auto out) { e.query_vector(2, j - i, out); });
        const auto to_key = filled(5, [&](auto out) { e.key_vector(2, j - i, out); });
        for (int c = 0; c < 5; ++c) {
          const double expected = e.table.at(i - j + 6, c);
          CHECK(to_query[static_cast<std::size_t>(c)] == expected);
          CHECK(to_key[static_cast<std::size_t>(c)] == (terms == RelativeKey::Terms::key ? 0 : expected));
        }
      }
    }
  }
}

TEST_CASE("relativeKey refuses what does not fit, by name") {
  RelativeKey e;
  CHECK(refused(e, {1, 4}) == "position.table");
  e.table = random_table(12, 4, 1);
  CHECK(refused(e, {1, 4}) == "position.table");
  e.table = random_table(13, 4, 1);
  CHECK(refused(e, {1, 4}).empty());
  CHECK(e.check_positions(std::vector<float>{0, 6}).ok());
  CHECK_FALSE(e.check_positions(std::vector<float>{7}).ok());
}
