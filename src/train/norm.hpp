// Norms of rows, backwards.
#pragma once

#include "train/parameters.hpp"
#include "train/scratch.hpp"

namespace whereformer::train {

class Norm {
 public:
  // Without parameters of these names the norm has no weight or no bias.
  void find(Parameters& parameters, const Name& part, NormKind kind, float epsilon);

  // x [rows, width], the norm's input; dy → dx, added to what is there if `keep`; dx may be dy if not.
  Status backward(const float* x, const float* dy, int rows, int width, float* dx, bool keep);

 private:
  void row_backward(const float* x, const float* dy, int width, float* dx, bool keep);

  NormKind kind_ = NormKind::rms;
  float epsilon_ = 0;
  Parameter* weight_ = nullptr;
  Parameter* bias_ = nullptr;
  Buffer<float> scratch_;  // [2][width]: the normed row; dy times weight
};

}  // namespace whereformer::train
