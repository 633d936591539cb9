// Scratch of the backward pass of one layer; all layers use the same.
#pragma once

#include "train/linear.hpp"

namespace whereformer::train {

struct Workspace {
  Panels panels;
  Buffer<float> d_out;        // [rows, d_model]: gradient of a sublayer's output, where a norm follows it
  Buffer<float> d_in;         // [rows, d_model]: gradient of a sublayer's input
  Buffer<float> d_in_beside;  // [rows, d_model]: gradient of the mlp's input, where both sublayers read the same
  Buffer<float> d_attended;   // [rows, heads · head_dim]
  Buffer<float> d_query;      // [rows, heads · head_dim]
  Buffer<float> d_key;        // [rows, kv_heads · head_dim]
  Buffer<float> d_value;      // [rows, kv_heads · head_dim]
  Buffer<float> d_up;         // [rows, d_ff]
  Buffer<float> d_gate;       // [rows, d_ff]
};

}  // namespace whereformer::train
