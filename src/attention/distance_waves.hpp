// Query vectors by distance, of waves (position/waves.hpp), for all heads by one product. Sines are odd and cosines even, so that
// one row of each serves both signs of a distance.
#pragma once

#include "position/waves.hpp"
#include "simd/matmul.hpp"

namespace whereformer {

class DistanceWaves {
 public:
  // For query − key = least … least + entries − 1; `outputs` are the rows of the weight.
  Status prepare(const ProjectedWaves& waves, int outputs, int least, int entries);

  // Columns from … from + width − 1 of the query vector of `distance` = query − key.
  void write(int distance, int from, int width, float* to) const;

 private:
  void project(const ProjectedWaves& waves, const simd::PackedMatrix& weight, float* rows, double* turns);

  int first_ = 0;  // the smallest distance that has rows, without its sign
  int count_ = 0;
  int stride_ = 0;        // outputs, in whole tiles
  Buffer<float> shares_;  // [count][2][stride]: of the sines, of the cosines
};

}  // namespace whereformer
