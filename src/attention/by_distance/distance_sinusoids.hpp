// Query vectors by distance, of sinusoids (position/sinusoids.hpp), by one product per head. Sines are odd and cosines even, so one
// row is enough for both signs of a distance. Slow sinusoids are projected at every second, fourth, … distance only (ADR 17).
#pragma once

#include "position/sinusoids.hpp"
#include "simd/packed_matrix.hpp"

namespace whereformer {

class DistanceSinusoids {
 public:
  // For query − key = least … least + entries − 1 and heads of `width` rows of the weight, which must outlive this.
  Status prepare(const ProjectedSinusoids& sinusoids, int width, int least, int entries);

  void fill(int head);

  // The query vector of `distance` = query − key, of the head that is filled in.
  void write(int distance, float* to) const;

 private:
  // Number of sinusoids (fastest first) that are too fast to be sampled at every step-th distance.
  int faster(int step) const;
  int slower(int step) const { return faster(2 * step) - faster(step); }  // but too fast for twice the step
  int margin(int step) const;
  int rows(int step) const;

  float* compose(int step, double* turns, float* to) const;
  void interpolate(int step);
  const float* add(int step, const float* sinusoids);

  int inputs() const { return static_cast<int>(2 * projected_.frequencies.size()); }
  int row_size() const { return 2 * weight_.panel_count() * simd::kTileWidth; }
  std::size_t offset(int index) const { return element_count(margin(coarsest_) + index, row_size()); }

  ProjectedSinusoids projected_;
  int width_ = 0;
  int first_ = 0;  // the smallest absolute distance in range: index 0
  int count_ = 0;
  int coarsest_ = 1;         // the largest step
  Buffer<float> sinusoids_;  // of each step, from the coarsest: [rows][2][slower], sines first
  Buffer<float> shares_;     // [margin + count + margin][2][width in whole panels]: of the sines, of the cosines
  simd::PackedMatrix weight_;
};

}  // namespace whereformer
