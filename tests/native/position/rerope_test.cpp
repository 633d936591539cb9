#include "position/encodings/rerope.hpp"

#include "position/encodings/rope.hpp"
#include "rows.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Rerope> && SetsDistance<Rerope>);

TEST_CASE("no key is farther than rerope's window") {
  Rerope e;
  e.window = 5;
  for (int query = 0; query < 20; ++query) {
    for (int key = 0; key <= query; ++key) CHECK(-e.effective_distance(query, key) == std::min(query - key, 5));
  }
  CHECK(e.effective_distance(3, 9) == 6);
  e.window = 0;
  CHECK(e.effective_distance(9, 3) == 0);
}

TEST_CASE("far keys score as if the query stood at the window and the key at 0, as in the batched original") {
  Rope rope;
  REQUIRE(rope.prepare({1, 6}).ok());
  Rerope e;
  e.window = 12;
  const std::vector<double> q = random_row(6, 1);
  const std::vector<double> k = random_row(6, 2);
  const auto score = [&](double query, double key) {
    return turned_score(rope, q, -e.effective_distance(query, key), k, 0);
  };
  CHECK(std::abs(score(100, 3) - turned_score(rope, q, 12, k, 0)) < 1e-13);
  CHECK(std::abs(score(100, 95) - turned_score(rope, q, 100, k, 95)) < 1e-12);
}

TEST_CASE("a negative rerope window is refused by name") {
  Rerope e;
  e.window = -1;
  CHECK(out_of_range(e) == "window");
}
