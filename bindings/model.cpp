#include <emscripten/bind.h>

#include "bindings/loaded_model.hpp"
#include "bindings/operation.hpp"
#include "core/shape.hpp"

namespace whereformer::bindings {
namespace {

ModelSpec read_spec(const Request& request) {
  return {.vocab = request.integer("vocab"),
          .d_model = request.integer("dModel"),
          .layers = request.integer("layers"),
          .heads = request.integer("heads"),
          .kv_heads = request.integer("kvHeads"),
          .head_dim = request.integer("headDim"),
          .d_ff = request.integer("dFf"),
          .norm = request.integer("norm") == 0 ? NormKind::rms : NormKind::layer,
          .norm_epsilon = static_cast<float>(request.number("normEpsilon")),
          .activation = static_cast<Activation>(request.integer("activation")),
          .gated_mlp = request.flag("gatedMlp"),
          .tie_head = request.flag("tieHead"),
          .attention_bias = request.flag("attentionBias"),
          .output_bias = request.flag("outputBias"),
          .mlp_bias = request.flag("mlpBias"),
          .scale = static_cast<float>(request.number("scale")),
          .softcap = static_cast<float>(request.number("softcap"))};
}

// The indices that web/lib has of its lists of norms and activations.
Status check_choices(const Request& request) {
  const int norm = request.integer("norm");
  const int activation = request.integer("activation");
  const bool known = (norm == 0 || norm == 1) && activation >= 0 && activation <= 3;
  return known ? Status{} : unsupported("spec", activation, "a norm and an activation of the lists");
}

// One forward pass over a fresh cache.
class ForwardRun {
 public:
  ForwardRun(LoadedModel& model, const Request& request) : model_(model), request_(request) {}

  Status run(Result& result) {
    Status status = then(read(), [&] { return allocate(); });
    status = then(status, [&] {
      return model_.transformer.forward(ids_.span(), positions_.span(), position().stack, mask(), cache_,
                                        {attentions_.data(), scores_.data(), hidden_.data()}, logits_.span());
    });
    if (!status.ok()) return status;
    result.data(logits_.span());
    if (request_.flag("wantAttentions")) result.set("attentions", attentions_.span());
    if (request_.flag("wantScores")) result.set("scores", scores_.span());
    if (request_.flag("wantHiddenStates")) result.set("hiddenStates", hidden_.span());
    return {};
  }

 private:
  ModelStack& position() { return override_ ? surgery_ : model_.position; }

  Status read() {
    Status status = then(model_.require_complete(), [&] { return read_ids(request_, ids_); });
    status = then(status, [&] { return request_.copy("positions", positions_); });
    if (status.ok() && positions_.empty()) status = consecutive(0, ids_.size(), positions_);
    if (status.ok() && override_) status = read_position(request_, surgery_.stack);
    status =
        then(status, [&] { return position().prepare(model_.transformer, Geometry().over(positions_.span()).length); });
    return then(status, [&] { return read_mask(); });
  }

  Status read_mask() {
    Buffer<std::uint8_t> flags;
    Status status = request_.copy("keyMask", flags);
    if (!status.ok() || flags.empty()) return status;
    if (flags.size() != ids_.size()) {
      return shape_error("attentionMask", static_cast<double>(flags.size()), "one entry per token");
    }
    status = key_mask_.allocate_unset(flags.size());
    for (std::size_t i = 0; i < key_mask_.size(); ++i) {
      key_mask_[i] = flags[i] != 0 ? 0.0F : -std::numeric_limits<float>::infinity();
    }
    return status;
  }

  Status allocate() {
    const ModelSpec& spec = model_.transformer.spec();
    const std::size_t n = ids_.size();
    const std::size_t layers = static_cast<std::size_t>(spec.layers);
    const std::size_t maps = element_count(layers, spec.heads, n, n);
    const std::size_t states = element_count(layers + 1, n, spec.d_model);
    Status status = cache_.allocate(spec.layers, static_cast<int>(n), spec.kv_heads, spec.head_dim);
    status = then(status, [&] { return logits_.allocate_unset(element_count(n, spec.vocab)); });
    const auto room = [&](const char* wanted, std::size_t size, Buffer<float>& to) {
      if (request_.flag(wanted)) status = then(status, [&] { return to.allocate(size); });
    };
    room("wantAttentions", maps, attentions_);
    room("wantScores", maps, scores_);
    room("wantHiddenStates", states, hidden_);
    return status;
  }

  MaskBias mask() const { return key_mask_.empty() ? MaskBias{} : MaskBias{key_mask_.data(), 0, 0, 0}; }

  LoadedModel& model_;
  const Request& request_;
  bool override_ = request_.flag("override");
  ModelStack surgery_;
  Buffer<int> ids_;
  Buffer<float> positions_;
  Buffer<float> key_mask_;
  Buffer<float> logits_;
  Buffer<float> attentions_;
  Buffer<float> scores_;
  Buffer<float> hidden_;
  KvCache cache_;
};

Status create_model(const Request& request, Result& result) {
  auto model = std::make_unique<Model>();
  LoadedModel& loaded = *model->loaded;
  Status status = then(check_choices(request), [&] { return loaded.transformer.build(read_spec(request)); });
  status = then(status, [&] { return read_position(request, loaded.position.stack); });
  status = then(status, [&] { return loaded.position.prepare(loaded.transformer, 0); });
  if (status.ok()) result.set("handle", model.release()->address());
  return status;
}

Status set_tensor(const Request& request, Result&) {
  char room[64];
  Lent data;
  return then(request.lend("data", data),
              [&] { return model_of(request).transformer.set_tensor(request.text("name", room), data.span()); });
}

Status finish_model(const Request& request, Result&) {
  LoadedModel& model = model_of(request);
  const Status status = model.transformer.check_complete();
  model.complete = status.ok();
  return status;
}

Status forward(const Request& request, Result& result) { return ForwardRun(model_of(request), request).run(result); }

}  // namespace

#define WHEREFORMER_NOTHING "{ " WHEREFORMER_FAILURE "}"
#define WHEREFORMER_HANDLE "{ " WHEREFORMER_FAILURE "handle: number }"

constexpr Declaration kOperations[] = {
    {"createModel", create_model,
     "{ vocab: number; dModel: number; layers: number; heads: number; kvHeads: number; headDim: "
     "number; dFf: number; norm: number; normEpsilon: number; activation: number; gatedMlp: boolean; "
     "tieHead: boolean; attentionBias: boolean; outputBias: boolean; mlpBias: boolean; scale: number; "
     "softcap: number; position: Array<Record<string, unknown>> }",
     WHEREFORMER_HANDLE},
    {"setTensor", set_tensor, "{ model: number; name: string; data: Float32Array }", WHEREFORMER_NOTHING},
    {"finishModel", finish_model, "{ model: number }", WHEREFORMER_NOTHING},
    {"forward", forward,
     "{ model: number; ids: Int32Array; positions: Float32Array; keyMask: Uint8Array; override: boolean; "
     "position: Array<Record<string, unknown>>; wantAttentions: boolean; wantScores: boolean; "
     "wantHiddenStates: boolean; out: Float32Array }",
     "{ " WHEREFORMER_FAILURE
     "data: Float32Array; attentions: Float32Array; scores: Float32Array; hiddenStates: Float32Array }"},
};

EMSCRIPTEN_BINDINGS(whereformer_model) { declare(kOperations); }

}  // namespace whereformer::bindings
