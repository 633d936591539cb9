#include "train/reference_transformer.hpp"

#include <cmath>
#include <stdexcept>

#include "train/reference_operations.hpp"

namespace whereformer::reference {
namespace {

void check(const ModelSpec& spec, const PositionStack& stack) {
  if (spec.has_encoder() || !spec.has_head() || spec.query_stream || spec.stack.conv_kernel > 0) {
    throw std::invalid_argument("spec: one stack with a head, no query stream, no convolution");
  }
  if (stack.has(kContentByPair) || stack.rotated_width(spec.stack.head_dim) != spec.stack.head_dim) {
    throw std::invalid_argument("position: content by pair, or wider rows");
  }
}

// [sequences, length], remapped.
std::vector<double> placed_positions(const PositionStack& stack, const Batch& batch) {
  const auto length = static_cast<std::size_t>(batch.length);
  const bool own = batch.positions.size() > length;
  std::vector<double> all;
  for (std::size_t s = 0; s < static_cast<std::size_t>(batch.sequences); ++s) {
    std::vector<float> row;
    for (std::size_t t = 0; t < length; ++t) {
      row.push_back(batch.positions.empty() ? static_cast<float>(t) : batch.positions[own ? s * length + t : t]);
    }
    if (!stack.remap(row).ok()) throw std::invalid_argument("positions: refused by the stack");
    all.insert(all.end(), row.begin(), row.end());
  }
  return all;
}

// Builds the model on a tape, from the ids to the loss.
class Model {
 public:
  Model(const ModelSpec& spec, const Weights& weights, const Tokens& tokens)
      : spec_(spec), stack_(spec.stack), tokens_(tokens) {
    for (const auto& [name, values] : weights) {
      Node& node = tape_.make(static_cast<int>(values.size()), 1);
      node.value = values;
      unused_[name] = &node;
    }
  }

  ReferenceResult run(const Batch& batch) {
    Node& x = layers(embedded(batch.ids));
    Node& logits = head(x);
    loss_ = &cross_entropy(tape_, logits, batch.targets);
    if (!unused_.empty()) throw std::invalid_argument("weights: " + unused_.begin()->first + " is not of this spec");
    return {loss_->value[0], logits.value, {}};
  }

  Weights backward() {
    loss_->gradient[0] = 1;
    tape_.backward();
    Weights gradients;
    for (const auto& [name, node] : used_) gradients[name] = node->gradient;
    return gradients;
  }

 private:
  Node& tensor(const std::string& name) {
    if (const auto found = unused_.find(name); found != unused_.end()) {
      used_[name] = found->second;
      unused_.erase(found);
    }
    if (!used_.contains(name)) throw std::invalid_argument("weights: " + name + " is missing");
    return *used_[name];
  }
  Node* tensor_if(bool wanted, const std::string& name) { return wanted ? &tensor(name) : nullptr; }

  Node& linear(const std::string& name, Node& x, bool biased) {
    return reference::linear(tape_, x, tensor(name + ".weight"), tensor_if(biased, name + ".bias"));
  }
  // Of the stack's own kind.
  Node& norm(const std::string& name, Node& x) {
    const bool biased = stack_.norm == NormKind::layer && stack_.norm_bias;
    return reference::norm(tape_, x, {stack_.norm, x.columns, stack_.norm_epsilon}, &tensor(name + ".weight"),
                           tensor_if(biased, name + ".bias"));
  }
  // Of embeddings and of the head's transform.
  Node& layer_norm(const std::string& name, Node& x) {
    return reference::norm(tape_, x, {NormKind::layer, x.columns, stack_.norm_epsilon}, &tensor(name + ".weight"),
                           &tensor(name + ".bias"));
  }

  Node& embedded(std::span<const int> ids) {
    const int width = spec_.embedding_size;
    Node* x = &scale(tape_, look_up(tape_, tensor("embedding"), ids, width), spec_.embedding_scale);
    const std::vector<int> first_type(ids.size(), 0);
    for (const auto& [count, name] : {std::pair{spec_.token_types, "tokenTypes"}, {spec_.task_types, "taskTypes"}}) {
      if (count > 0) x = &sum(tape_, *x, look_up(tape_, tensor(name), first_type, width));
    }
    x = &embed(tape_, *x, tokens_);
    if (spec_.embedding_norm) x = &norm("embeddingNorm", *x);
    return spec_.embedding_projection ? linear("embeddingProjection", *x, true) : *x;
  }

  Node& layers(Node& embeddings) {
    Node* x = &embeddings;
    for (int layer = 0; layer < stack_.layers(); ++layer) {
      const int block = stack_.blocks[static_cast<std::size_t>(layer)];
      x = &block_of("layers." + std::to_string(block) + ".", layer, *x);
    }
    return stack_.final_norm ? norm("finalNorm", *x) : *x;
  }

  // pre: x + f(norm x)   post: norm(x + f(x))   both: x + after(f(norm x))   after: x + after(f(x)); in parallel the mlp reads what attention reads.
  Node& block_of(const std::string& at, int layer, Node& x) {
    Node& first = entering(at + "norm1", x);
    Node& between = leaving(at + "norm1", x, attention(at, layer, first));
    Node& second =
        stack_.parallel && stack_.shared_norm ? first : entering(at + "norm2", stack_.parallel ? x : between);
    return leaving(at + "norm2", between, mlp(at + "mlp.", second));
  }
  Node& entering(const std::string& name, Node& x) {
    const bool plain = stack_.norm_place == NormPlace::post || stack_.norm_place == NormPlace::after;
    return plain || (!stack_.first_norm && name == "layers.0.norm1") ? x : norm(name, x);
  }
  Node& leaving(const std::string& name, Node& x, Node& sublayer) {
    const bool after = stack_.norm_place == NormPlace::both || stack_.norm_place == NormPlace::after;
    Node& added = after ? norm(name + "After", sublayer) : sublayer;
    Node& y = sum(tape_, x, added);
    return stack_.norm_place == NormPlace::post ? norm(name, y) : y;
  }

  Node& attention(const std::string& at, int layer, Node& x) {
    const Heads queries{stack_.heads, 1, stack_.head_dim};
    const Heads keys{stack_.kv_heads, stack_.heads / stack_.kv_heads, stack_.head_dim};
    Node& q = head_norm(at + "queryNorm", layer, stack_.heads, linear(at + "query", x, stack_.query_bias));
    Node& k = head_norm(at + "keyNorm", layer, stack_.kv_heads, linear(at + "key", x, stack_.key_bias));
    Node& v = linear(at + "value", x, stack_.value_bias);
    const AttentionShape shape{stack_.heads, stack_.kv_heads, stack_.head_dim, stack_.causal, score_scale()};
    Node& attended =
        attend(tape_, rotate(tape_, q, tokens_, queries, Side::query), rotate(tape_, k, tokens_, keys, Side::key),
               rotate(tape_, v, tokens_, keys, Side::value), tensor_if(stack_.sinks, at + "sinks"), tokens_, shape);
    return linear(at + "output", attended, stack_.output_bias);
  }
  // The weights exist in every layer, also in those that do not use them.
  Node& head_norm(const std::string& name, int layer, int heads, Node& x) {
    const bool all = stack_.query_key_norm == QueryKeyNorm::rms_all;
    Node* weight = tensor_if(stack_.query_key_norm == QueryKeyNorm::rms || all, name + ".weight");
    if (!stack_.norms_query_key(layer)) return x;
    const int width = all ? heads * stack_.head_dim : stack_.head_dim;
    return reference::norm(tape_, x, {NormKind::rms, width, stack_.norm_epsilon}, weight, nullptr);
  }
  double score_scale() const {
    if (!std::isnan(stack_.scale)) return stack_.scale;
    Geometry geometry{stack_.heads, stack_.head_dim, spec_.embedding_size};
    geometry.value_dim = stack_.head_dim;
    return tokens_.stack.dot_scale(geometry);
  }

  Node& mlp(const std::string& at, Node& x) {
    Node& up = linear(at + "up", x, stack_.mlp_bias);
    if (!stack_.gated_mlp) return linear(at + "down", activate(tape_, up, stack_.activation), stack_.mlp_bias);
    Node& gate = activate(tape_, linear(at + "gate", x, stack_.mlp_bias), stack_.activation);
    return linear(at + "down", product(tape_, gate, up), stack_.mlp_bias);
  }

  // A head that transforms is not scaled.
  Node& head(Node& states) {
    Node& x = spec_.head_transform ? transformed(states) : scale(tape_, states, spec_.head_scale);
    Node& weight = tensor(spec_.tie_head ? "embedding" : "head.weight");
    Node& logits = reference::linear(tape_, x, weight, tensor_if(spec_.head_bias, "head.bias"));
    return spec_.softcap > 0 ? soft_cap(tape_, logits, spec_.softcap) : logits;
  }
  Node& transformed(Node& x) {
    return layer_norm("head.norm", activate(tape_, linear("head.transform", x, true), stack_.activation));
  }

  const ModelSpec& spec_;
  const StackSpec& stack_;
  const Tokens& tokens_;
  Tape tape_;
  std::map<std::string, Node*> unused_;
  std::map<std::string, Node*> used_;
  Node* loss_ = nullptr;
};

}  // namespace

ReferenceResult reference_forward(const ModelSpec& spec, const Weights& weights, const PositionStack& stack,
                                  const Batch& batch) {
  check(spec, stack);
  const Tokens tokens{stack, batch.sequences, batch.length, placed_positions(stack, batch), nullptr};
  return Model(spec, weights, tokens).run(batch);
}

ReferenceResult reference_step(const ModelSpec& spec, const Weights& weights, const PositionStack& stack,
                               const Batch& batch, PositionSink* sink) {
  check(spec, stack);
  const Tokens tokens{stack, batch.sequences, batch.length, placed_positions(stack, batch), sink};
  Model model(spec, weights, tokens);
  ReferenceResult result = model.run(batch);
  result.gradients = model.backward();
  return result;
}

}  // namespace whereformer::reference
