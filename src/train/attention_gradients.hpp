// Where the gradients of one attention call are read and written.
#pragma once

#include "attention/call.hpp"

namespace whereformer::train {

struct AttentionGradients {
  HeadRows<const float> d_output;  // [batch, heads, queries, value_dim]
  HeadRows<float> d_query;  // [batch, heads, queries, head_dim], overwritten: the gradient of rows after rotation
  HeadRows<float> d_key;    // [batch, kv_heads, keys, head_dim], overwritten: summed over the heads that share a key
  HeadRows<float> d_value;  // [batch, kv_heads, keys, value_dim], overwritten: summed over the heads that share a value
  float* d_sinks = nullptr;  // [heads], added to; null = not wanted
};

}  // namespace whereformer::train
