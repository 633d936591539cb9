#include "position/encodings/none.hpp"

#include "tables.hpp"

using namespace whereformer;

static_assert(Encoding<None> && !Embeds<None> && !Rotates<None> && !BiasesByPair<None> && !BiasesByDistance<None> &&
              !Masks<None>);

TEST_CASE("no encoding has no parameters and cannot fail") {
  None e;
  CHECK(test::out_of_range(e).empty());
  CHECK(e.prepare({1, 3, 5}).ok());
}
