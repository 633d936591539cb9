#include <emscripten/bind.h>

#include <memory>
#include <string>

#include "bindings/errors.hpp"
#include "bindings/handles.hpp"
#include "bindings/position.hpp"
#include "core/shape.hpp"
#include "model/sampling.hpp"
#include "model/transformer.hpp"

namespace whereformer::bindings {
namespace {

using emscripten::val;

EMSCRIPTEN_DECLARE_VAL_TYPE(StatusResult);
EMSCRIPTEN_DECLARE_VAL_TYPE(ForwardResult);
EMSCRIPTEN_DECLARE_VAL_TYPE(ModelResult);
EMSCRIPTEN_DECLARE_VAL_TYPE(SessionResult);
EMSCRIPTEN_DECLARE_VAL_TYPE(SampleResult);

struct RawModelSpec {
  int vocab = 0;
  int dModel = 0;
  int layers = 0;
  int heads = 0;
  int kvHeads = 0;
  int headDim = 0;
  int dFf = 0;
  int maxPositions = 0;
  int norm = 0;  // index into NormKind
  float normEpsilon = 0;
  int activation = 0;  // index into Activation
  bool gatedMlp = false;
  bool tieHead = false;
  bool attentionBias = false;
  bool outputBias = false;
  bool mlpBias = false;
  float scale = 0;
  float softcap = 0;
};

Status read_spec(const RawModelSpec& raw, ModelSpec& spec) {
  spec = {.vocab = raw.vocab,
          .d_model = raw.dModel,
          .layers = raw.layers,
          .heads = raw.heads,
          .kv_heads = raw.kvHeads,
          .head_dim = raw.headDim,
          .d_ff = raw.dFf,
          .norm = raw.norm == 0 ? NormKind::rms : NormKind::layer,
          .norm_epsilon = raw.normEpsilon,
          .activation = static_cast<Activation>(raw.activation),
          .gated_mlp = raw.gatedMlp,
          .tie_head = raw.tieHead,
          .attention_bias = raw.attentionBias,
          .output_bias = raw.outputBias,
          .mlp_bias = raw.mlpBias,
          .scale = raw.scale,
          .softcap = raw.softcap};
  const bool known = (raw.norm == 0 || raw.norm == 1) && raw.activation >= 0 && raw.activation <= 3;
  return known ? Status{} : unsupported("spec", raw.activation, "a norm and an activation of the lists");
}

struct ForwardRequest {
  Int32Array ids = Int32Array(val::undefined());
  Float32Array positions = Float32Array(val::undefined());  // empty: 0 … n − 1
  Uint8Array keyMask = Uint8Array(val::undefined());        // empty, or 1 = attend
  bool override = false;
  RawPosition position = RawPosition(val::undefined());
  bool wantAttentions = false;
  bool wantScores = false;
  bool wantHiddenStates = false;
};

struct SessionRequest {
  int capacity = 0;
  double seed = 0;
  bool override = false;
  RawPosition position = RawPosition(val::undefined());
};

// Weights and the stack they were trained under; shared by a model and its sessions.
struct LoadedModel {
  Transformer transformer;
  PositionStack position;
  bool complete = false;
};

Status consecutive(int first, std::size_t count, Buffer<float>& positions) {
  const Status status = positions.allocate(count);
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<float>(first) + static_cast<float>(i);
  return status;
}

// One forward pass over a fresh cache.
class ForwardRun {
 public:
  ForwardRun(LoadedModel& model, const ForwardRequest& request) : model_(model), r_(request) {}

  val run() {
    Status status = then(read(), [&] { return allocate(); });
    status = then(status, [&] {
      const Capture capture{attentions_.empty() ? nullptr : attentions_.data(),
                            scores_.empty() ? nullptr : scores_.data(), hidden_.empty() ? nullptr : hidden_.data()};
      return model_.transformer.forward(ids_.span(), positions_.span(), stack(), mask(), cache_, capture,
                                        logits_.span());
    });
    val result = result_of(status);
    if (!status.ok()) return result;
    result.set("logits", copy_out(std::span<const float>(logits_.span())));
    result.set("attentions", copy_out(std::span<const float>(attentions_.span())));
    result.set("scores", copy_out(std::span<const float>(scores_.span())));
    result.set("hiddenStates", copy_out(std::span<const float>(hidden_.span())));
    return result;
  }

 private:
  PositionStack& stack() { return r_.override ? surgery_ : model_.position; }

  Status read() {
    if (!model_.complete) return value_error("weights", std::nan(""), "a model whose tensors are all set");
    Status status = then(copy_in(r_.ids, ids_), [&] { return copy_in(r_.positions, positions_); });
    if (status.ok() && ids_.empty()) return shape_error("inputIds", 0, "at least one token");
    if (status.ok() && positions_.empty()) status = consecutive(0, ids_.size(), positions_);
    if (status.ok() && r_.override) status = read_position(r_.position, surgery_);
    status = then(status, [&] { return stack().prepare(model_.transformer.geometry().over(positions_.span())); });
    return then(status, [&] { return read_mask(); });
  }

  Status read_mask() {
    Buffer<std::uint8_t> flags;
    Status status = copy_in(r_.keyMask, flags);
    if (!status.ok() || flags.empty()) return status;
    if (flags.size() != ids_.size()) {
      return shape_error("attentionMask", static_cast<double>(flags.size()), "one entry per token");
    }
    status = key_mask_.allocate(flags.size());
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
    status = then(status, [&] { return logits_.allocate(element_count(n, spec.vocab)); });
    status = then(status, [&] { return r_.wantAttentions ? attentions_.allocate(maps) : Status{}; });
    status = then(status, [&] { return r_.wantScores ? scores_.allocate(maps) : Status{}; });
    return then(status, [&] { return r_.wantHiddenStates ? hidden_.allocate(states) : Status{}; });
  }

  MaskBias mask() const { return key_mask_.empty() ? MaskBias{} : MaskBias{key_mask_.data(), 0, 0, 0}; }

  LoadedModel& model_;
  const ForwardRequest& r_;
  PositionStack surgery_;
  Buffer<int> ids_;
  Buffer<float> positions_;
  Buffer<float> key_mask_;
  Buffer<float> logits_;
  Buffer<float> attentions_;
  Buffer<float> scores_;
  Buffer<float> hidden_;
  KvCache cache_;
};

// A text being continued: cache, last logits, random state.
class RawSession {
 public:
  RawSession(std::shared_ptr<LoadedModel> model, double seed)
      : model_(std::move(model)), random_(static_cast<std::uint64_t>(seed)) {}

  Status start(const SessionRequest& request) {
    const ModelSpec& spec = model_->transformer.spec();
    override_ = request.override;
    Status status = override_ ? read_position(request.position, surgery_) : Status{};
    if (status.ok() && override_) status = surgery_.prepare(model_->transformer.geometry());  // refuse early
    status = then(status, [&] { return cache_.allocate(spec.layers, request.capacity, spec.kv_heads, spec.head_dim); });
    return then(status, [&] { return logits_.allocate(static_cast<std::size_t>(spec.vocab)); });
  }

  StatusResult feed(const Int32Array& array) {
    Buffer<int> ids;
    Buffer<float> positions;
    Status status = copy_in(array, ids);
    if (status.ok() && ids.empty()) status = shape_error("inputIds", 0, "at least one token");
    status = then(status, [&] { return consecutive(cache_.length(), ids.size(), positions); });
    status = then(status, [&] {
      PositionStack& stack = override_ ? surgery_ : model_->position;
      // keys are cached rotated: encodings that look at the length see the capacity from the start, so no key goes stale
      Geometry geometry = model_->transformer.geometry();
      geometry.length = cache_.capacity();
      const Status prepared = stack.prepare(geometry);
      if (!prepared.ok()) return prepared;
      return model_->transformer.forward(ids.span(), positions.span(), stack, {}, cache_, {}, logits_.span());
    });
    return StatusResult(result_of(status));
  }

  SampleResult sample(double temperature, int top_k, double top_p) {
    const SamplingOptions options{temperature, top_k, top_p};
    Status status = options.check();
    if (status.ok() && cache_.length() == 0) status = value_error("inputIds", 0, "at least one token before sampling");
    val result = result_of(status);
    if (status.ok()) result.set("id", whereformer::sample(logits_.span(), options, random_));
    return SampleResult(std::move(result));
  }

  Float32Array logits() const { return Float32Array(copy_out(logits_.span())); }

 private:
  Handle handle_;
  std::shared_ptr<LoadedModel> model_;
  Random random_;
  PositionStack surgery_;
  bool override_ = false;
  KvCache cache_;
  Buffer<float> logits_;
};

class RawModel {
 public:
  Status start(const RawModelSpec& raw, const RawPosition& position) {
    ModelSpec spec;
    Status status = then(read_spec(raw, spec), [&] { return model_->transformer.build(spec); });
    status = then(status, [&] { return read_position(position, model_->position); });
    return then(status, [&] { return model_->position.prepare(model_->transformer.geometry()); });
  }

  StatusResult set_tensor(const std::string& name, const Float32Array& array) {
    Buffer<float> data;
    const Status status = then(copy_in(array, data), [&] { return model_->transformer.set_tensor(name, data.span()); });
    return StatusResult(result_of(status));
  }

  StatusResult finish() {
    const Status status = model_->transformer.check_complete();
    model_->complete = status.ok();
    return StatusResult(result_of(status));
  }

  ForwardResult forward(const ForwardRequest& request) const {
    return ForwardResult(ForwardRun(*model_, request).run());
  }

  SessionResult create_session(const SessionRequest& request) const {
    Status status =
        model_->complete ? Status{} : value_error("weights", std::nan(""), "a model whose tensors are all set");
    if (status.ok() && request.capacity < 1)
      status = value_error("capacity", request.capacity, "room for at least one token");
    auto session = std::make_unique<RawSession>(model_, request.seed);
    status = then(status, [&] { return session->start(request); });
    val result = result_of(status);
    if (status.ok()) result.set("session", val(std::move(session)));
    return SessionResult(std::move(result));
  }

 private:
  Handle handle_;
  std::shared_ptr<LoadedModel> model_ = std::make_shared<LoadedModel>();
};

ModelResult create_model(const RawModelSpec& spec, const RawPosition& position) {
  auto model = std::make_unique<RawModel>();
  const Status status = model->start(spec, position);
  val result = result_of(status);
  if (status.ok()) result.set("model", val(std::move(model)));
  return ModelResult(std::move(result));
}

}  // namespace

EMSCRIPTEN_BINDINGS(whereformer_model) {
  emscripten::register_type<StatusResult>(
      "{ failure?: { code: string; argument: string; got: number; wanted: string } }");
  emscripten::register_type<ForwardResult>(
      "{ failure?: { code: string; argument: string; got: number; wanted: string }; logits: Float32Array; attentions: "
      "Float32Array; "
      "scores: Float32Array; hiddenStates: Float32Array }");
  emscripten::register_type<ModelResult>(
      "{ failure?: { code: string; argument: string; got: number; wanted: string }; model: RawModel }");
  emscripten::register_type<SessionResult>(
      "{ failure?: { code: string; argument: string; got: number; wanted: string }; session: RawSession }");
  emscripten::register_type<SampleResult>(
      "{ failure?: { code: string; argument: string; got: number; wanted: string }; id: number }");
  emscripten::value_object<RawModelSpec>("RawModelSpec")
      .field("vocab", &RawModelSpec::vocab)
      .field("dModel", &RawModelSpec::dModel)
      .field("layers", &RawModelSpec::layers)
      .field("heads", &RawModelSpec::heads)
      .field("kvHeads", &RawModelSpec::kvHeads)
      .field("headDim", &RawModelSpec::headDim)
      .field("dFf", &RawModelSpec::dFf)
      .field("maxPositions", &RawModelSpec::maxPositions)
      .field("norm", &RawModelSpec::norm)
      .field("normEpsilon", &RawModelSpec::normEpsilon)
      .field("activation", &RawModelSpec::activation)
      .field("gatedMlp", &RawModelSpec::gatedMlp)
      .field("tieHead", &RawModelSpec::tieHead)
      .field("attentionBias", &RawModelSpec::attentionBias)
      .field("outputBias", &RawModelSpec::outputBias)
      .field("mlpBias", &RawModelSpec::mlpBias)
      .field("scale", &RawModelSpec::scale)
      .field("softcap", &RawModelSpec::softcap);
  emscripten::value_object<ForwardRequest>("ForwardRequest")
      .field("ids", &ForwardRequest::ids)
      .field("positions", &ForwardRequest::positions)
      .field("keyMask", &ForwardRequest::keyMask)
      .field("override", &ForwardRequest::override)
      .field("position", &ForwardRequest::position)
      .field("wantAttentions", &ForwardRequest::wantAttentions)
      .field("wantScores", &ForwardRequest::wantScores)
      .field("wantHiddenStates", &ForwardRequest::wantHiddenStates);
  emscripten::value_object<SessionRequest>("SessionRequest")
      .field("capacity", &SessionRequest::capacity)
      .field("seed", &SessionRequest::seed)
      .field("override", &SessionRequest::override)
      .field("position", &SessionRequest::position);
  emscripten::class_<RawModel>("RawModel")
      .function("setTensor", &RawModel::set_tensor)
      .function("finish", &RawModel::finish)
      .function("forward", &RawModel::forward)
      .function("createSession", &RawModel::create_session);
  emscripten::class_<RawSession>("RawSession")
      .function("feed", &RawSession::feed)
      .function("sample", &RawSession::sample)
      .function("logits", &RawSession::logits);
  emscripten::function("createModel", &create_model);
}

}  // namespace whereformer::bindings
