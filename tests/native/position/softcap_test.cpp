#include "position/encodings/softcap.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Softcap> && Caps<Softcap>);

TEST_CASE("a soft cap is a number above 0") {
  Softcap e;
  CHECK(e.cap() == 50);
  e.limit = 30;
  CHECK(e.cap() == 30);
  CHECK(out_of_range(e).empty());
  e.limit = GENERATE(0.0, -1.0, NAN, INFINITY);
  CHECK(out_of_range(e) == "cap");
}
