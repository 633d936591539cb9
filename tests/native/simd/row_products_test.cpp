// One row against many, against plain loops in double: every width, any number of rows, anywhere in memory.
#include "simd/row_products.hpp"

#include "simd/guarded.hpp"
#include "support.hpp"

using namespace whereformer;
using namespace whereformer::simd;
using whereformer::test::Guarded;
using whereformer::test::random_values;

namespace {

constexpr int W = kLanes;
constexpr int kGap = 3;  // between the rows
constexpr float kFactor = 0.25F;

const std::vector<int> kWidths{0, 1, 2, 3, 5, W - 1, W, W + 1, 2 * W, 2 * W + 3, 8 * W, 8 * W + 1, 61, 64, 80, 97, 130};
const std::vector<int> kCounts{0, 1, 2, W - 1, W, W + 1, 13, 95, 96};

struct Case {
  int count;
  int width;
  Guarded x{random_values(static_cast<std::size_t>(width), 1)};
  Guarded weights{random_values(static_cast<std::size_t>(count), 2)};
  // no gap after the last row, so reads past it are found
  Guarded data{random_values(static_cast<std::size_t>(count > 0 ? (count - 1) * (width + kGap) + width : 0), 3)};

  Rows rows() { return {data.data(), width + kGap, count, width}; }
  double at(int row, int column) { return data.data()[row * (width + kGap) + column]; }
};

}  // namespace

TEST_CASE("a row times many rows equals plain loops") {
  for (const int width : kWidths) {
    for (const int count : kCounts) {
      Case c{count, width};
      const int written = (count + W - 1) / W * W;
      Guarded to(static_cast<std::size_t>(written), NAN);
      dot_rows(c.x.data(), c.rows(), kFactor, to.data());
      CAPTURE(width, count);
      CHECK(to.guards_stand());
      for (int r = 0; r < count; ++r) {
        double sum = 0;
        for (int i = 0; i < width; ++i) sum += static_cast<double>(c.x.data()[i]) * c.at(r, i);
        CHECK(std::abs(to.data()[r] - sum * kFactor) <= (width + 2) * 0x1p-24);
      }
    }
  }
}

TEST_CASE("a weighted sum of rows equals plain loops") {
  for (const int width : kWidths) {
    for (const int count : kCounts) {
      Case c{count, width};
      const std::vector<float> before = random_values(static_cast<std::size_t>(width), 4);
      Guarded to(before);
      sum_rows(c.weights.data(), c.rows(), kFactor, to.data());
      CAPTURE(width, count);
      CHECK(to.guards_stand());
      for (int i = 0; i < width; ++i) {
        double sum = static_cast<double>(before[static_cast<std::size_t>(i)]) * kFactor;
        for (int r = 0; r < count; ++r) sum += static_cast<double>(c.weights.data()[r]) * c.at(r, i);
        CHECK(std::abs(to.data()[i] - sum) <= (count + 2) * 0x1p-24 * (1 + count / 4.0));
      }
    }
  }
}
