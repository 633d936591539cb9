#include "core/shape.hpp"

#include "support.hpp"

using whereformer::element_count;

TEST_CASE("element_count multiplies axes, and saturates instead of wrapping around") {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  CHECK(element_count() == 1);
  CHECK(element_count(3, 4, std::size_t{5}) == 60);
  CHECK(element_count(7, 0, 9) == 0);
  CHECK(element_count(kMost, 2) == kMost);
  CHECK(element_count(2, -1) == kMost);
  CHECK(element_count(-1, 0) == kMost);
  CHECK(element_count(kMost / 2 + 1, 2) == kMost);
  CHECK(element_count(1 << 24, 1 << 24, 1 << 24) == kMost);
}
