#include "core/random.hpp"

#include "support.hpp"

using whereformer::Random;

TEST_CASE("PCG32 gives its published stream shape: seeded, repeatable, uniform") {
  Random a(42);
  Random b(42);
  Random c(43);
  bool differs = false;
  double mean = 0;
  for (int i = 0; i < 10000; ++i) {
    const double x = a.uniform();
    CHECK(x == b.uniform());
    differs = differs || x != c.uniform();
    CHECK((x >= 0 && x < 1));
    mean += x / 10000;
  }
  CHECK(differs);
  CHECK(std::abs(mean - 0.5) < 0.01);
}
