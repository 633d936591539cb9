// Medians of a few samples, each long enough for the clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace whereformer::bench {

inline constexpr int kSamples = 15;
inline constexpr double kSampleMs = 10;

template <class Work>
double milliseconds_of(Work&& work, int runs) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  for (int i = 0; i < runs; ++i) work();
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count() / runs;
}

// One run, the median.
template <class Work>
double median_milliseconds(Work&& work) {
  const double first = std::min(milliseconds_of(work, 1), milliseconds_of(work, 1));
  const int runs = std::max(1, static_cast<int>(kSampleMs / std::max(first, 1e-4)));
  std::vector<double> samples(kSamples);
  for (double& sample : samples) sample = milliseconds_of(work, runs);
  std::nth_element(samples.begin(), samples.begin() + kSamples / 2, samples.end());
  return samples[kSamples / 2];
}

}  // namespace whereformer::bench
