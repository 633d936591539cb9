// Projected sinusoids by distance, of which slow ones are interpolated, against each distance's own sum in double.
#include "attention/by_distance/distance_sinusoids.hpp"

#include "core/math.hpp"
#include "support.hpp"

using namespace whereformer;
using whereformer::test::random_values;

namespace {

constexpr int kHeads = 2;

struct Projection {
  std::vector<double> frequencies;
  std::vector<float> weight;  // [kHeads · width, 2 · frequencies]
  int width;

  Projection(int sinusoids, int head_width, double base) : width(head_width) {
    for (int i = 0; i < sinusoids; ++i) frequencies.push_back(std::pow(base, -static_cast<double>(i) / sinusoids));
    weight = random_values(static_cast<std::size_t>(2 * sinusoids * kHeads * width), 5);
  }

  ProjectedSinusoids sinusoids(double limit) const { return {frequencies, limit, weight.data(), nullptr, nullptr, 1}; }

  double value(int row, double distance) const {
    const float* of_row = weight.data() + 2 * frequencies.size() * static_cast<std::size_t>(row);
    double sum = 0;
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
      const double angle = distance * frequencies[i];
      sum += of_row[i] * std::sin(angle) + of_row[frequencies.size() + i] * std::cos(angle);
    }
    return sum;
  }
};

struct Span {
  int least;
  int entries;
};

// The largest error at any distance.
double error(const Projection& of, double limit, Span span) {
  DistanceSinusoids tabled;
  REQUIRE(tabled.prepare(of.sinusoids(limit), of.width, span.least, span.entries).ok());
  std::vector<float> row(static_cast<std::size_t>(of.width));
  double most = 0;
  for (const int head : {1, 0}) {
    tabled.fill(head);
    for (int distance = span.least; distance < span.least + span.entries; ++distance) {
      tabled.write(distance, row.data());
      const double held = limit > 0 ? std::clamp<double>(distance, -limit, limit) : distance;
      for (int c = 0; c < of.width; ++c) {
        most = std::max(most, std::abs(row[static_cast<std::size_t>(c)] - of.value(head * of.width + c, held)));
      }
    }
  }
  return most;
}

constexpr double kClose = 4e-6;  // sums of 32 sines and 32 cosines

}  // namespace

TEST_CASE("sinusoids: every distance matches, for any number of distances") {
  const int count =
      GENERATE(1, 2, 7, 8, 9, 63, 64, 65, 95, 96, 97, 127, 128, 129, 255, 256, 257, 513, 1000, 1024, 2049);
  const Projection of(32, 5, 10000);
  CAPTURE(count);
  CHECK(error(of, 0, {0, count}) < kClose);           // causal
  CHECK(error(of, 0, {1 - count, count}) < kClose);   // every key ahead
  CHECK(error(of, 0, {-count / 3, count}) < kClose);  // in both directions
  CHECK(error(of, 0, {4000, count}) < kClose);        // large distances
  CHECK(error(of, 0, {-4000 - count, count}) < kClose);
}

TEST_CASE("sinusoids: distances are clamped at any limit") {
  const int limit = GENERATE(1, 7, 100, 127, 128, 129, 600, 1023, 1024, 3000);
  const Projection of(32, 9, 10000);
  CAPTURE(limit);
  CHECK(error(of, limit, {0, 1024}) < kClose);
  CHECK(error(of, limit, {-1023, 2047}) < kClose);
  CHECK(error(of, limit, {2000, 300}) < kClose);
}

TEST_CASE("sinusoids: any frequencies and any head width") {
  const double base = GENERATE(1.0001, 1.5, 4.0, 100.0, 1e6, 1e12);
  const int width = GENERATE(1, 3, 8, 17, 64);
  const int sinusoids = GENERATE(1, 5, 32);
  CAPTURE(base, width, sinusoids);
  CHECK(error(Projection(sinusoids, width, base), 0, {-100, 700}) < kClose);
}
