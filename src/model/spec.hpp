// The specification of a Transformer. Families (LLaMA, BERT, T5 …) are tables in web/lib/families/ that produce it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <limits>

#include "attention/call.hpp"
#include "core/status.hpp"
#include "simd/activations.hpp"

namespace whereformer {

enum class NormKind { rms, layer };
inline constexpr const char* kNorms[] = {"rms", "layer"};

// Where norms stand: before each sublayer; after the residual sum; before and after each sublayer, or after it alone, beside the residual
// stream.
enum class NormPlace { pre, post, both, after };
inline constexpr const char* kNormPlaces[] = {"pre", "post", "both", "after"};

// The norm of each head's query and key, before rotation; rms_all: of all heads as one row. l2 has no weights.
enum class QueryKeyNorm { none, rms, l2, rms_all };
inline constexpr const char* kQueryKeyNorms[] = {"none", "rms", "l2", "rms_all"};

using Activation = simd::Activation;
inline constexpr const char* kActivations[] = {"silu", "gelu", "gelu_tanh", "relu", "tanh", "relu2"};
static_assert(std::size(kActivations) == simd::kActivations);

enum class HeadKind { lm, none };
inline constexpr const char* kHeads[] = {"lm", "none"};

[[gnu::noinline]] inline Status size_in_spec(const char* name, int n) {
  return n > 0 && n <= 1 << 24 ? Status{} : value_error(name, n, "a whole number from 1 to 2^24");
}

// A whole number per layer. In place, so that a spec is copied without an allocation: of a longer list only the length is kept, which
// StackSpec::check refuses.
class LayerList {
 public:
  static constexpr std::size_t kMost = 1024;

  LayerList() = default;
  LayerList(std::initializer_list<int> values) {
    for (const int value : values) add(value);
  }

  void resize(std::size_t size) { size_ = size; }
  void add(int value) {
    if (size_ < kMost) values_[size_] = value;
    ++size_;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int& operator[](std::size_t i) { return values_[i]; }
  int operator[](std::size_t i) const { return values_[i]; }
  int* begin() { return values_.data(); }
  int* end() { return values_.data() + std::min(size_, kMost); }
  const int* begin() const { return values_.data(); }
  const int* end() const { return values_.data() + std::min(size_, kMost); }

 private:
  std::array<int, kMost> values_{};
  std::size_t size_ = 0;
};

// One stack of layers.
struct StackSpec {
  static constexpr int kMostLayers = LayerList::kMost;

  LayerList blocks;
  int heads = 0;
  int kv_heads = 0;
  int head_dim = 0;
  int d_ff = 0;
  NormKind norm = NormKind::rms;
  bool norm_bias = true;
  float norm_epsilon = 1e-5F;
  NormPlace norm_place = NormPlace::pre;
  bool first_norm = true;
  bool parallel = false;
  bool shared_norm = false;
  bool final_norm = true;
  QueryKeyNorm query_key_norm = QueryKeyNorm::none;
  LayerList query_key_norm_layers;
  float query_key_norm_epsilon = std::numeric_limits<float>::quiet_NaN();
  bool query_bias = false;
  bool key_bias = false;
  bool value_bias = false;
  bool output_bias = false;
  bool mlp_bias = false;
  bool sinks = false;
  Activation activation = Activation::silu;
  bool gated_mlp = true;
  float scale = std::numeric_limits<float>::quiet_NaN();
  bool causal = true;
  int conv_kernel = 0;
  Activation conv_activation = Activation::gelu;

  // Name and meaning of each field; web/lib has the same fields.
  template <class Visit>
  void fields(Visit&& visit) {
    visit("blocks", blocks, "[layers]: the block whose weights a layer uses; ALBERT's layers share them.");
    visit("heads", heads, "");
    visit("kvHeads", kv_heads, "");
    visit("headDim", head_dim, "");
    visit("dFf", d_ff, "");
    visit("norm", norm, kNorms, "");
    visit("normBias", norm_bias, "Layer norms have a bias.");
    visit("normEpsilon", norm_epsilon, "");
    visit("normPlace", norm_place, kNormPlaces,
          "Before the sublayers, after the residual sum, before and after each sublayer, or after it alone.");
    visit("firstNorm", first_norm, "Before the attention of the first block (not in ModernBERT).");
    visit("parallel", parallel, "x + attention(norm1 x) + mlp(norm2 x)");
    visit("sharedNorm", shared_norm, "In parallel: norm2 is norm1.");
    visit("finalNorm", final_norm, "After the last layer.");
    visit("queryKeyNorm", query_key_norm, kQueryKeyNorms,
          "Of each head's query and key, or of all heads as one row (rms_all); l2 is rms without weights.");
    visit("queryKeyNormLayers", query_key_norm_layers, "1 or 0 per layer; empty = all.");
    visit("queryKeyNormEpsilon", query_key_norm_epsilon, "Absent = normEpsilon.");
    visit("queryBias", query_bias, "");
    visit("keyBias", key_bias, "");
    visit("valueBias", value_bias, "");
    visit("outputBias", output_bias, "");
    visit("mlpBias", mlp_bias, "");
    visit("sinks", sinks, "A learned logit per head in the sum of every softmax, without a value (gpt-oss).");
    visit("activation", activation, kActivations, "");
    visit("gatedMlp", gated_mlp, "down(activation(gate x) · up x) instead of down(activation(up x))");
    visit("scale", scale, "Of q·k; absent = the position encoding's own, else 1/√headDim.");
    visit("causal", causal, "");
    visit("convKernel", conv_kernel,
          "Taps of a convolution over the input, added after the first layer (DeBERTa-v2); 0 = none.");
    visit("convActivation", conv_activation, kActivations, "");
  }

  int layers() const { return static_cast<int>(blocks.size()); }
  int block_count() const {
    int most = -1;
    for (const int block : blocks) most = std::max(most, block);
    return most + 1;
  }
  bool norms_inputs() const { return norm_place == NormPlace::pre || norm_place == NormPlace::both; }
  bool norms_outputs() const { return norm_place == NormPlace::both || norm_place == NormPlace::after; }
  bool has_norm1(int block) const { return norm_place != NormPlace::after && (first_norm || block > 0); }

  bool norms_query_key(int layer) const {
    return query_key_norm != QueryKeyNorm::none && (query_key_norm_layers.empty() || query_key_norm_layers[layer] != 0);
  }

  bool has_query_key_weights() const {
    return query_key_norm == QueryKeyNorm::rms || query_key_norm == QueryKeyNorm::rms_all;
  }
  // Width of a row of the norm, of `heads_of` heads.
  int query_key_norm_width(int heads_of) const {
    return query_key_norm == QueryKeyNorm::rms_all ? heads_of * head_dim : head_dim;
  }

  float own_query_key_norm_epsilon() const {
    return std::isnan(query_key_norm_epsilon) ? norm_epsilon : query_key_norm_epsilon;
  }

  // An unknown name of a choice was read as an index past its list.
  bool is_known() const {
    const auto below = [](auto choice, std::size_t count) { return static_cast<std::size_t>(choice) < count; };
    return below(norm, std::size(kNorms)) && below(norm_place, std::size(kNormPlaces)) &&
           below(query_key_norm, std::size(kQueryKeyNorms)) && below(activation, std::size(kActivations)) &&
           below(conv_activation, std::size(kActivations));
  }

  Status check() const {
    if (!is_known())
      return unsupported("spec", std::numeric_limits<double>::quiet_NaN(),
                         "norms, their places and activations of the lists");
    TRY(size_in_spec("spec.heads", heads));
    TRY(size_in_spec("spec.kvHeads", kv_heads));
    TRY(size_in_spec("spec.headDim", head_dim));
    TRY(size_in_spec("spec.dFf", d_ff));
    TRY(size_in_spec("spec.layers", layers()));
    const double width = static_cast<double>(heads) * head_dim;
    if (width > 1 << 24) return value_error("spec.headDim", width, "at most 2^24 channels in all heads");
    if (layers() > kMostLayers) return value_error("spec.layers", layers(), "at most 1024");
    for (const int block : blocks) {
      if (block < 0 || block >= layers()) return value_error("spec.blocks", block, "blocks from 0 on");
    }
    if (!query_key_norm_layers.empty() && query_key_norm_layers.size() != blocks.size()) {
      return shape_error("spec.queryKeyNormLayers", static_cast<double>(query_key_norm_layers.size()), "one per layer");
    }
    if (heads % kv_heads != 0) return value_error("spec.kvHeads", kv_heads, "a divisor of the number of heads");
    if (parallel && !norms_inputs())
      return word_error("spec.normPlace", kNormPlaces[static_cast<int>(norm_place)],
                        "\"pre\" or \"both\" where sublayers are parallel");
    if (parallel && !first_norm) return value_error("spec.firstNorm", 0, "true where sublayers are parallel");
    if (!(norm_epsilon >= 0)) return value_error("spec.normEpsilon", norm_epsilon, "a number ≥ 0");
    if (conv_kernel < 0 || conv_kernel > 64) return value_error("spec.convKernel", conv_kernel, "0 to 64 taps");
    return {};
  }
};

struct ModelSpec {
  int vocab = 0;
  int d_model = 0;
  int embedding_size = 0;
  float embedding_scale = 1;
  bool embedding_norm = false;
  bool embedding_projection = false;
  bool encoder_embedding = false;
  bool masks_embeddings = false;
  int token_types = 0;
  int task_types = 0;
  bool query_stream = false;
  HeadKind head = HeadKind::lm;
  bool tie_head = false;
  bool head_bias = false;
  float head_scale = 1;
  bool head_transform = false;
  float softcap = 0;
  StackSpec stack;    // the only one, or the decoder
  StackSpec encoder;  // without layers: there is none

  // Name and meaning of each field, those of the stack among them.
  template <class Visit>
  void fields(Visit&& visit) {
    stack.fields(visit);
    visit("vocab", vocab, "");
    visit("dModel", d_model, "");
    visit("embeddingSize", embedding_size,
          "Width of the token embeddings: dModel, unless they are projected to it (ALBERT).");
    visit("embeddingScale", embedding_scale, "");
    visit("embeddingNorm", embedding_norm,
          "A norm, as those of the stack, over the sum of the embeddings, in both stacks.");
    visit("embeddingProjection", embedding_projection, "");
    visit("encoderEmbedding", encoder_embedding, "The encoder has a table of tokens of its own (BART, untied).");
    visit("masksEmbeddings", masks_embeddings, "Hidden tokens enter as zeros (DeBERTa).");
    visit("tokenTypes", token_types, "Rows of the table of token types; 0 = none.");
    visit("taskTypes", task_types, "");
    visit("queryStream", query_stream, "Rows that predict a token without seeing it (XLNet).");
    visit("head", head, kHeads, "none: the last hidden states are the result.");
    visit("tieHead", tie_head, "Logits from the embedding matrix.");
    visit("headBias", head_bias, "");
    visit("headScale", head_scale, "Multiplies what enters the head.");
    visit("headTransform", head_transform, "dense → activation → layer norm before the head (masked language models).");
    visit("softcap", softcap, "Of the logits; 0 = off.");
    visit.optional("encoder", encoder, "");
  }

  bool has_encoder() const { return !encoder.blocks.empty(); }
  bool has_head() const { return head != HeadKind::none; }
  int result_width() const { return has_head() ? vocab : d_model; }

  Status check() const {
    TRY(size_in_spec("spec.vocab", vocab));
    TRY(size_in_spec("spec.dModel", d_model));
    TRY(size_in_spec("spec.embeddingSize", embedding_size));
    const bool narrowed = embedding_size != d_model;
    if (narrowed && (!embedding_projection || (tie_head && has_head() && !head_transform))) {
      return value_error("spec.embeddingSize", embedding_size, "dModel, or a projection to it and from it");
    }
    if (token_types < 0) return value_error("spec.tokenTypes", token_types, "a whole number ≥ 0");
    if (task_types < 0) return value_error("spec.taskTypes", task_types, "a whole number ≥ 0");
    TRY(stack.check());
    return has_encoder() ? encoder.check() : Status{};
  }
};

}  // namespace whereformer
