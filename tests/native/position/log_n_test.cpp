#include "position/encodings/log_n.hpp"

#include "rows.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<LogN> && Rotates<LogN>);

TEST_CASE("queries past the training length grow with the logarithm of their position") {
  const LogN e;
  const std::vector<double> x = random_row(5, 3);
  for (const double position : {0.0, 1.0, 510.0, 511.0}) CHECK(turned(e, x, position) == x);
  for (const double position : {512.0, 1023.0, 65535.0, kFar}) {
    std::vector<double> expected = x;
    for (double& v : expected) v *= std::max(1.0, std::log(position + 1) / std::log(512.0));
    check_close(turned(e, x, position), expected, 1e-15);
  }
  CHECK(turned(e, {1}, 512.0 * 512 - 1)[0] == Catch::Approx(2).epsilon(1e-14));
}

TEST_CASE("with a temperature queries grow in steps of the training length") {
  LogN e;
  e.train_length = 16;
  e.temperature = GENERATE(0.0, 0.1, 2.0);
  e.count_from = GENERATE(0.0, 1.0);
  const std::vector<double> x = random_row(5, 3);
  for (const double position : {0.0, 14.0, 15.0, 15.5, 16.0, 31.0, 32.0, 1000.0, kFar}) {
    std::vector<double> expected = x;
    const double steps = std::floor((position + e.count_from) / 16);
    for (double& v : expected) v *= 1 + e.temperature * std::log(1 + steps);
    check_close(turned(e, x, position), expected, 1e-14);
  }
  CHECK(turned(e, x, -100) == turned(e, x, 0));
  CHECK(turned(e, x, 1000, Side::key) == x);
  CHECK(turned(e, x, 1000, Side::value) == x);
}

TEST_CASE("log-n leaves keys and values alone") {
  const LogN e;
  const std::vector<double> x = random_row(5, 3);
  CHECK(turned(e, x, 1e6, Side::key) == x);
  CHECK(turned(e, x, 1e6, Side::value) == x);
}

TEST_CASE("a training length without a logarithm is refused by name") {
  LogN e;
  e.train_length = 1;
  CHECK(out_of_range(e) == "trainLength");
  e.train_length = 2;
  e.temperature = -1;
  CHECK(out_of_range(e) == "temperature");
  e.temperature = kAbsent;
  e.count_from = -1;
  CHECK(out_of_range(e) == "countFrom");
}
