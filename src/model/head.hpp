// From the last hidden states to logits: transform (masked language models), scale, output matrix, bias, soft cap.
#pragma once

#include "model/linear.hpp"
#include "model/norm.hpp"
#include "model/tape.hpp"

namespace whereformer {

class Head {
 public:
  // `spec` and `embedding` outlive the head.
  void shape(const ModelSpec& spec, const simd::PackedMatrix& embedding) {
    spec_ = &spec;
    embedding_ = &embedding;
    transform_.shape(spec.embedding_size, spec.d_model, true);
    norm_.shape(NormKind::layer, spec.embedding_size, spec.stack.norm_epsilon);
    words_.shape(spec.vocab, spec.embedding_size, spec.head_bias);
  }

  void tensors(TensorVisitor& visitor) {
    if (!spec_->has_head()) return;
    visitor.scope = {"head.", -1, ""};
    if (spec_->head_transform) {
      transform_.tensors("transform", visitor);
      norm_.tensors("norm", visitor);
    }
    if (spec_->head_bias) visitor.visit(words_.bias("bias", ""));
    if (!spec_->tie_head) visitor.visit(words_.weight("weight", ""));
  }

  // x [rows, d_model], which may change → result [rows, spec.result_width()]
  Status apply(float* x, int rows, float* result, Keeper keep = {}) const;

 private:
  const ModelSpec* spec_ = nullptr;
  Linear transform_;
  Norm norm_;
  Linear words_;  // [vocab, embedding_size]; of a tied head only the bias
  const simd::PackedMatrix* embedding_ = nullptr;
};

}  // namespace whereformer
