// Embeddings and head backwards: the model before its first layer and after its last one.
#pragma once

#include "train/linear.hpp"
#include "train/mlp.hpp"
#include "train/norm.hpp"
#include "train/pass_tape.hpp"
#include "train/stack_gradients.hpp"

namespace whereformer::train {

class Head {
 public:
  void find(Parameters& parameters, const ModelSpec& spec);

  // Gradient of the logits [rows, vocab] → dx [rows, d_model], of the output of the last layer.
  Status backward(const PassTape& tape, const float* d_logits, int rows, Panels& panels, float* dx);

 private:
  Status transform_backward(const PassTape& tape, int rows, Panels& panels, float* dx);

  const ModelSpec* spec_ = nullptr;
  Linear transform_;
  Norm norm_;
  Linear words_;
  Norm final_norm_;
  Buffer<float> narrow_;  // [rows, embedding_size]
};

class Embedding {
 public:
  void find(Parameters& parameters, const ModelSpec& spec);

  // dx [rows, d_model] of sequences of positions.size() tokens, remapped; it may change. `learned` takes the gradient of embed; null = nothing to learn.
  Status backward(const PassTape& tape, std::span<const int> ids, std::span<const float> positions, Panels& panels,
                  float* dx, StackGradients* learned);

 private:
  void add_tokens(std::span<const int> ids, const float* rows);
  void add_positions(std::span<const float> positions, std::size_t count, const float* rows, StackGradients& learned);

  const ModelSpec* spec_ = nullptr;
  Parameter* tokens_ = nullptr;
  Parameter* types_[2] = {};  // tables of which a text without types takes row 0
  Norm norm_;
  Linear projection_;
  Buffer<float> narrow_;
  Buffer<double> row_;
};

}  // namespace whereformer::train
