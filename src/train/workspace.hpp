// Rows that one layer backwards leaves to the next: every layer needs the same, none of it outlives the layer.
#pragma once

#include "train/linear.hpp"

namespace whereformer::train {

struct Workspace {
  Panels panels;
  Buffer<float> leaving;     // [rows, d_model]: gradient of a sublayer's output, where a norm follows it
  Buffer<float> entering;    // [rows, d_model]: gradient of a sublayer's input
  Buffer<float> beside;      // [rows, d_model]: the same of the other one, in parallel
  Buffer<float> d_attended;  // [rows, heads · head_dim]
  Buffer<float> d_query;     // [rows, heads · head_dim]
  Buffer<float> d_key;       // [rows, kv_heads · head_dim]
  Buffer<float> d_value;     // [rows, kv_heads · head_dim]
  Buffer<float> d_up;        // [rows, d_ff]
  Buffer<float> d_gate;      // [rows, d_ff]
};

}  // namespace whereformer::train
