#include "bindings/loaded_model.hpp"
#include "bindings/operation.hpp"
#include "core/shape.hpp"

namespace whereformer::bindings {
namespace {

// Of a list that is longer than any column of layers: as much as shows that.
std::vector<int> read_list(const Request& request, const char* name) {
  Buffer<int> list;
  const Status status = request.copy(name, list);
  const auto count = std::min<std::size_t>(list.size(), StackSpec::kMostLayers + 1);
  return status.ok() ? std::vector<int>(list.data(), list.data() + count) : std::vector<int>();
}

// Enumerations come as the indices that web/lib has of its lists; those out of range are told from afterwards.
StackSpec read_stack(const Request& request) {
  return {.blocks = read_list(request, "blocks"),
          .heads = request.integer("heads"),
          .kv_heads = request.integer("kvHeads"),
          .head_dim = request.integer("headDim"),
          .d_ff = request.integer("dFf"),
          .norm = static_cast<NormKind>(request.integer("norm")),
          .norm_bias = request.flag("normBias"),
          .norm_epsilon = static_cast<float>(request.number("normEpsilon")),
          .norm_place = static_cast<NormPlace>(request.integer("normPlace")),
          .parallel = request.flag("parallel"),
          .shared_norm = request.flag("sharedNorm"),
          .final_norm = request.flag("finalNorm"),
          .query_key_norm = static_cast<QueryKeyNorm>(request.integer("queryKeyNorm")),
          .query_key_norm_layers = read_list(request, "queryKeyNormLayers"),
          .query_bias = request.flag("queryBias"),
          .key_bias = request.flag("keyBias"),
          .value_bias = request.flag("valueBias"),
          .output_bias = request.flag("outputBias"),
          .mlp_bias = request.flag("mlpBias"),
          .activation = static_cast<Activation>(request.integer("activation")),
          .gated_mlp = request.flag("gatedMlp"),
          .scale = static_cast<float>(request.number("scale")),
          .causal = request.flag("causal"),
          .conv_kernel = request.integer("convKernel"),
          .conv_activation = static_cast<Activation>(request.integer("convActivation"))};
}

ModelSpec read_spec(const Request& request) {
  return {.vocab = request.integer("vocab"),
          .d_model = request.integer("dModel"),
          .embedding_size = request.integer("embeddingSize"),
          .embedding_scale = static_cast<float>(request.number("embeddingScale")),
          .embedding_norm = request.flag("embeddingNorm"),
          .embedding_projection = request.flag("embeddingProjection"),
          .masks_embeddings = request.flag("masksEmbeddings"),
          .token_types = request.integer("tokenTypes"),
          .task_types = request.integer("taskTypes"),
          .query_stream = request.flag("queryStream"),
          .has_head = request.flag("hasHead"),
          .tie_head = request.flag("tieHead"),
          .head_bias = request.flag("headBias"),
          .head_scale = static_cast<float>(request.number("headScale")),
          .head_transform = request.flag("headTransform"),
          .softcap = static_cast<float>(request.number("softcap")),
          .stack = read_stack(request.inside("stack")),
          .encoder = request.has("encoder") ? read_stack(request.inside("encoder")) : StackSpec{}};
}

// One forward pass over a fresh cache.
class ForwardRun {
 public:
  ForwardRun(LoadedModel& model, const Request& request) : model_(model), request_(request) {}

  Status run(Result& result) {
    const Transformer& transformer = model_.transformer;
    Status status = then(read(), [&] { return allocate(); });
    status = then(status, [&] {
      return encoded_.encode(transformer, positions(), {encoder_attentions_.data(), nullptr, encoder_hidden_.data()});
    });
    status = then(status, [&] {
      return transformer.forward(text_.reading(), positions().layers, cache_, encoded_.memory(),
                                 {attentions_.data(), scores_.data(), hidden_.data(), cross_attentions_.data()},
                                 values_.span());
    });
    if (!status.ok()) return status;
    result.data(values_.span());
    const std::pair<const char*, const Buffer<float>*> wanted[] = {{"attentions", &attentions_},
                                                                   {"scores", &scores_},
                                                                   {"hiddenStates", &hidden_},
                                                                   {"encoderAttentions", &encoder_attentions_},
                                                                   {"encoderHiddenStates", &encoder_hidden_},
                                                                   {"crossAttentions", &cross_attentions_}};
    for (const auto& [name, values] : wanted) {
      if (!values->empty()) result.set(name, values->span());
    }
    return {};
  }

 private:
  ModelPositions& positions() { return override_ ? surgery_ : model_.positions; }

  Status read() {
    const ModelSpec& spec = model_.transformer.spec();
    Status status = then(model_.require_complete(), [&] { return text_.read(request_); });
    status = then(status, [&] { return encoded_.read(request_, spec); });
    if (status.ok() && override_) status = surgery_.read(request_);
    return then(status, [&] { return positions().prepare(spec, text_.length()); });
  }

  Status allocate() {
    const ModelSpec& spec = model_.transformer.spec();
    const std::size_t n = text_.ids.size();
    const std::size_t rows = n + static_cast<std::size_t>(text_.targets);
    const std::size_t m = encoded_.tokens();
    Status status = cache_.allocate(spec.stack.layers(), static_cast<int>(n), spec.stack.kv_heads, spec.stack.head_dim);
    const std::size_t results = text_.targets > 0 ? static_cast<std::size_t>(text_.targets) : n;
    status = then(status, [&] { return values_.allocate_unset(element_count(results, spec.result_width())); });
    const auto room = [&](const char* wanted, Buffer<float>& to, std::size_t size) {
      if (request_.flag(wanted) && size > 0) status = then(status, [&] { return to.allocate(size); });
    };
    const auto maps = [](const StackSpec& stack, std::size_t queries, std::size_t keys) {
      return element_count(stack.layers(), stack.heads, queries, keys);
    };
    const auto states = [&](const StackSpec& stack, std::size_t tokens) {
      return tokens == 0 ? 0 : element_count(stack.layers() + 1, tokens, spec.d_model);
    };
    room("wantAttentions", attentions_, maps(spec.stack, rows, n));
    room("wantAttentions", encoder_attentions_, maps(spec.encoder, m, m));
    room("wantAttentions", cross_attentions_, maps(spec.stack, rows, m));
    room("wantScores", scores_, maps(spec.stack, rows, n));
    room("wantHiddenStates", hidden_, states(spec.stack, rows));
    room("wantHiddenStates", encoder_hidden_, states(spec.encoder, m));
    return status;
  }

  LoadedModel& model_;
  const Request& request_;
  bool override_ = request_.flag("override");
  ModelPositions surgery_;
  Text text_;
  EncodedText encoded_;
  KvCache cache_;
  Buffer<float> values_;
  Buffer<float> attentions_;
  Buffer<float> scores_;
  Buffer<float> hidden_;
  Buffer<float> encoder_attentions_;
  Buffer<float> encoder_hidden_;
  Buffer<float> cross_attentions_;
};

Status create_model(const Request& request, Result& result) {
  auto model = std::make_unique<Model>();
  const Status status = model->loaded->transformer.build(read_spec(request));
  if (status.ok()) result.set("handle", model.release()->address());
  return status;
}

Status set_tensor(const Request& request, Result&) {
  char room[64];
  Lent data;
  Status status = request.lend("data", data);
  const TensorPiece piece{request.text("name", room), data.span(), request.integer("first"), request.flag("byColumn")};
  return then(status, [&] { return model_of(request).transformer.set_tensor(piece); });
}

Status finish_model(const Request& request, Result&) {
  LoadedModel& model = model_of(request);
  const ModelSpec& spec = model.transformer.spec();
  Status status = then(model.transformer.check_complete(), [&] { return model.positions.read(request); });
  status = then(status, [&] { return model.positions.prepare(spec, 0); });
  if (spec.has_encoder()) status = then(status, [&] { return model.positions.prepare_encoder(spec, 0); });
  model.complete = status.ok();
  return status;
}

Status forward(const Request& request, Result& result) { return ForwardRun(model_of(request), request).run(result); }

}  // namespace

EMSCRIPTEN_BINDINGS(whereformer_model) {
  emscripten::function("createModel", &perform<create_model>);
  emscripten::function("setTensor", &perform<set_tensor>);
  emscripten::function("finishModel", &perform<finish_model>);
  emscripten::function("forward", &perform<forward>);
}

}  // namespace whereformer::bindings
