#include "bindings/session.hpp"
#include "core/make.hpp"
#include "core/shape.hpp"

namespace whereformer::bindings {
namespace {

// One forward pass, over a fresh cache or the one of a session.
class ForwardRun {
 public:
  ForwardRun(LoadedModel& model, const ForwardRequest& request)
      : model_(model), request_(request), session_(Handle::of<Session>(request.session)) {}

  Status run(const ForwardResult& result) {
    const Transformer& transformer = model_.transformer;
    TRY(read());
    TRY(allocate());
    if (session_ == nullptr) {
      TRY(encoded_.encode(transformer, positions(),
                          {encoder_attentions_.data(), encoder_scores_.data(), encoder_hidden_.data()}));
    }
    Memory* memory = session_ != nullptr ? session_->encoded().memory() : encoded_.memory();
    TRY(transformer.forward(
        text_.reading(), positions().layers, cache(), memory,
        {attentions_.data(), scores_.data(), hidden_.data(), cross_attentions_.data(), cross_scores_.data()},
        values_.span()));
    result.data.set(values_.span());
    const std::pair<const FloatsResult*, const Buffer<float>*> wanted[] = {
        {&result.attentions, &attentions_},
        {&result.scores, &scores_},
        {&result.hidden_states, &hidden_},
        {&result.encoder_attentions, &encoder_attentions_},
        {&result.encoder_scores, &encoder_scores_},
        {&result.encoder_hidden_states, &encoder_hidden_},
        {&result.cross_attentions, &cross_attentions_},
        {&result.cross_scores, &cross_scores_}};
    for (const auto& [field, values] : wanted) {
      if (!values->empty()) field->set(values->span());
    }
    return {};
  }

 private:
  ModelPositions& positions() {
    if (session_ != nullptr) return session_->positions();
    return request_.override ? surgery_ : model_.positions;
  }
  KvCache& cache() { return session_ != nullptr ? session_->cache() : cache_; }

  Status read() {
    if (session_ != nullptr) return read_after();
    const ModelSpec& spec = model_.transformer.spec();
    TRY(model_.require_complete());
    TRY(text_.read(request_, 0));
    TRY(encoded_.read(request_, spec));
    if (request_.override) TRY(surgery_.read(request_));
    return positions().prepare(spec, text_.length());
  }

  Status read_after() {
    if (!session_->is_of(model_)) return value_error("past", kAbsent, "a cache of this model");
    session_->cache().keep(request_.past);
    TRY(text_.read(request_, session_->cache().length()));
    return session_->prepare(text_.ids.size());
  }

  Status allocate() {
    const ModelSpec& spec = model_.transformer.spec();
    const std::size_t n = text_.ids.size();
    const std::size_t rows = n + static_cast<std::size_t>(text_.targets);
    const std::size_t m = session_ != nullptr ? session_->encoded().tokens() : encoded_.tokens();
    if (session_ == nullptr) {
      TRY(cache_.allocate(spec.stack.layers(), static_cast<int>(n), spec.stack.kv_heads, spec.stack.head_dim));
    }
    const std::size_t keys = static_cast<std::size_t>(cache().length()) + n;
    const std::size_t results = text_.targets > 0 ? static_cast<std::size_t>(text_.targets) : n;
    Status status = values_.allocate_unset(element_count(results, spec.result_width()));
    const auto room = [&](bool wanted, Buffer<float>& to, std::size_t size) {
      if (wanted && size > 0 && status.ok()) status = to.allocate_unset(size);
    };
    const auto maps = [](const StackSpec& stack, std::size_t queries, std::size_t keys) {
      return element_count(stack.layers(), stack.heads, queries, keys);
    };
    const auto states = [&](const StackSpec& stack, std::size_t tokens) {
      return tokens == 0 ? 0 : element_count(stack.layers() + 1, tokens, spec.d_model);
    };
    const std::size_t encoding = encoded_.tokens();
    room(request_.want_attentions, attentions_, maps(spec.stack, rows, keys));
    room(request_.want_attentions, encoder_attentions_, maps(spec.encoder, encoding, encoding));
    room(request_.want_attentions, cross_attentions_, maps(spec.stack, rows, m));
    room(request_.want_scores, scores_, maps(spec.stack, rows, keys));
    room(request_.want_scores, encoder_scores_, maps(spec.encoder, encoding, encoding));
    room(request_.want_scores, cross_scores_, maps(spec.stack, rows, m));
    room(request_.want_hidden_states, hidden_, states(spec.stack, rows));
    room(request_.want_hidden_states, encoder_hidden_, states(spec.encoder, encoding));
    return status;
  }

  LoadedModel& model_;
  const ForwardRequest& request_;
  Session* session_;  // null = a fresh cache
  ModelPositions surgery_;
  TokenText text_;
  EncodedText encoded_;
  KvCache cache_;
  Buffer<float> values_;
  Buffer<float> attentions_;
  Buffer<float> scores_;
  Buffer<float> hidden_;
  Buffer<float> encoder_attentions_;
  Buffer<float> encoder_scores_;
  Buffer<float> encoder_hidden_;
  Buffer<float> cross_attentions_;
  Buffer<float> cross_scores_;
};

}  // namespace

Status create_model(const ModelSpec& spec, const HandleResult& result) {
  std::unique_ptr<Model> model;
  TRY(make<Model>(model));
  TRY(model->loaded.make());
  TRY(model->loaded->transformer.build(spec));
  result.handle.set(model.release()->address());
  return {};
}

Status set_tensor(const TensorRequest& request, const Nothing&) {
  static char room[64];  // outlives the call: an error quotes the name
  Buffer<float> data;
  simd::HalfValues halves{{}, request.stored};
  const bool wide = request.stored == simd::WeightType::float32;
  TRY(wide ? request.data.as<float>().copy(data) : request.data.as<std::int16_t>().copy(halves.bits));
  const TensorPiece piece{request.name.read(room), data.span(),  request.first,
                          request.by_column,       request.type, wide ? nullptr : &halves};
  return model_of(request).transformer.set_tensor(piece);
}

Status read_tensor(const ReadTensorRequest& request, const TensorValues& result) {
  char room[64];
  Buffer<float> values;
  TRY(model_of(request).transformer.read_tensor(request.name.read(room), values));
  result.data.set(values.span());
  return {};
}

Status finish_model(const PositionsRequest& request, const Nothing&) {
  LoadedModel& model = model_of(request);
  const ModelSpec& spec = model.transformer.spec();
  model.complete = false;
  TRY(model.transformer.check_complete());
  TRY(model.positions.read(request));
  TRY(model.positions.prepare(spec, 0));
  if (spec.has_encoder()) TRY(model.positions.prepare_encoder(spec, 0));
  model.complete = true;
  return {};
}

Status forward(const ForwardRequest& request, const ForwardResult& result) {
  return ForwardRun(model_of(request), request).run(result);
}

}  // namespace whereformer::bindings
