// What a Transformer is, in numbers. Families (LLaMA, GPT-2 …) are tables in web/lib/families/ that end here.
#pragma once

#include <cmath>
#include <limits>

#include "attention/call.hpp"
#include "core/status.hpp"
#include "simd/activations.hpp"

namespace whereformer {

enum class NormKind { rms, layer };
using Activation = simd::Activation;

struct ModelSpec {
  int vocab = 0;
  int d_model = 0;
  int layers = 0;
  int heads = 0;
  int kv_heads = 0;
  int head_dim = 0;
  int d_ff = 0;
  NormKind norm = NormKind::rms;
  float norm_epsilon = 1e-5F;
  Activation activation = Activation::silu;
  bool gated_mlp = true;        // down(activation(gate x) · up x) instead of down(activation(up x))
  bool tie_head = false;        // logits from the embedding matrix
  bool attention_bias = false;  // on query, key and value
  bool output_bias = false;
  bool mlp_bias = false;
  float scale = std::numeric_limits<float>::quiet_NaN();  // NaN = 1/√head_dim
  float softcap = 0;                                      // on the final logits, 0 = off

  float score_scale() const { return std::isnan(scale) ? default_scale(head_dim) : scale; }

  Status check() const {
    const auto positive = [](const char* name, int n) {
      return n > 0 && n <= 1 << 24 ? Status{} : value_error(name, n, "a whole number from 1 to 2^24");
    };
    for (const Status& s :
         {positive("spec.vocab", vocab), positive("spec.dModel", d_model), positive("spec.layers", layers),
          positive("spec.heads", heads), positive("spec.kvHeads", kv_heads), positive("spec.headDim", head_dim),
          positive("spec.dFf", d_ff)}) {
      if (!s.ok()) return s;
    }
    if (layers > 1024) return value_error("spec.layers", layers, "at most 1024");
    if (heads % kv_heads != 0) return value_error("spec.kvHeads", kv_heads, "a divisor of the number of heads");
    if (!(norm_epsilon >= 0)) return value_error("spec.normEpsilon", norm_epsilon, "a number ≥ 0");
    return {};
  }
};

}  // namespace whereformer
