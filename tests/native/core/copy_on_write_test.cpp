#include "core/copy_on_write.hpp"

#include "attention/owned_call.hpp"
#include "support.hpp"

using namespace whereformer;

TEST_CASE("copy-on-write floats borrow values and copy them before writing") {
  std::vector<float> source{1, 2, 3};
  CopyOnWriteFloats values;
  CHECK(values.empty());
  values.borrow(source);
  CHECK(values.data() == source.data());
  CHECK(values.size() == 3);
  REQUIRE(values.make_own(3).ok());
  REQUIRE(values.data() != source.data());
  values.own()[1] = 9;
  CHECK(source == std::vector<float>{1, 2, 3});
  CHECK(values.span()[1] == 9);

  const float* owned = values.data();
  REQUIRE(values.make_own(2).ok());
  CHECK(values.data() == owned);  // there is room already
  REQUIRE(values.make_own(5).ok());
  CHECK(values.size() >= 5);
  CHECK(values.span()[1] == 9);
}

TEST_CASE("rows are spread in their own memory") {
  const int wider = GENERATE(3, 4, 7);
  std::vector<float> data(static_cast<std::size_t>(4 * wider), -77);
  for (std::size_t i = 0; i < 12; ++i) data[i] = static_cast<float>(i);  // [4][3]
  spread(data.data(), 4, 3, wider);
  for (std::size_t i = 0; i < data.size(); ++i) {
    const std::size_t column = i % static_cast<std::size_t>(wider);
    const std::size_t row = i / static_cast<std::size_t>(wider);
    CHECK(data[i] == (column < 3 ? static_cast<float>(3 * row + column) : 0.0F));
  }
}
