// Sessions: the state of a model between calls.
#include "bindings/session.hpp"

#include "core/make.hpp"
#include "model/renumber.hpp"

namespace whereformer::bindings {

Status Session::start(const SessionRequest& request) {
  const int capacity = request.capacity;
  prompt_ = request.prompt;
  const Transformer& transformer = model_->transformer;
  const ModelSpec& spec = transformer.spec();
  override_ = request.override;
  if (override_) TRY(surgery_.read(request));
  TRY(positions().prepare(spec, prompt_, capacity));  // refuse early
  TRY(encoded_.read(request, spec));
  TRY(encoded_.encode(transformer, positions(), {}));
  TRY(cache_.allocate(spec.stack.layers(), capacity, spec.stack.kv_heads, spec.stack.head_dim));
  TRY(seen_.allocate(spec.vocab));
  return logits_.allocate(spec.result_width());
}

Status Session::prepare(std::size_t tokens) {
  const double length = std::max(prompt_, cache_.length() + static_cast<int>(tokens));
  return positions().prepare(model_->transformer.spec(), length, cache_.capacity());
}

Status Session::feed(const FeedRequest& request) {
  Buffer<int> ids;
  Buffer<float> at;
  TRY(request.ids.copy(ids));
  if (ids.empty()) return shape_error("inputIds", 0, "at least one token");
  TRY(consecutive(cache_.length(), ids.size(), at));
  TRY(prepare(ids.size()));
  const Reading reading{.ids = ids.span(), .positions = at.span()};
  const std::span<float> wanted = request.more ? std::span<float>() : logits_.span();
  TRY(model_->transformer.forward(reading, positions().layers, cache_, encoded_.memory(), {}, wanted));
  for (const int id : ids.span()) seen_[id] = 1;
  return {};
}

Status Session::evict(const EvictRequest& request) {
  cache_.keep(request.past);
  const int first = request.from;
  const int last = request.to;
  if (first < 0 || first > last || last > cache_.length()) {
    return value_error("to", last, "an index from `from` to the number of tokens");
  }
  if (request.renumber && last < cache_.length()) {
    const std::span<const float> at = cache_.positions();
    TRY(renumber(cache_, positions().layers, model_->transformer.spec().stack, last, at[first] - at[last]));
  }
  cache_.remove(first, last);
  return {};
}

Status Session::sample(const SampleRequest& request, const SampleResult& result) {
  const SamplingOptions options{request.temperature, request.top_k, request.top_p, request.repetition_penalty};
  TRY(options.check());
  if (cache_.length() == 0) return value_error("inputIds", 0, "at least one token before sampling");
  if (!model_->transformer.spec().has_head()) return unsupported("model", kAbsent, "a model with a head");
  Buffer<float> penalized;
  std::span<const float> choices = logits_.span();
  if (options.repetition_penalty != 1) {
    TRY(penalized.copy_from(choices));
    penalize(seen_.span(), options.repetition_penalty, penalized.span());
    choices = penalized.span();
  }
  int id = 0;
  TRY(whereformer::sample(choices, options, random_, id));
  result.id.set(id);
  return {};
}

namespace {

template <class Request>
Session& session_of(const Request& request) {
  return *Handle::of<Session>(request.session);
}

}  // namespace

Status create_session(const SessionRequest& request, const HandleResult& result) {
  TRY(model_of(request).require_complete());
  if (request.capacity < 1) return value_error("capacity", request.capacity, "room for at least one token");
  std::unique_ptr<Session> session;
  TRY(make<Session>(session, Handle::of<Model>(request.model)->loaded, request.seed));
  TRY(session->start(request));
  result.handle.set(session.release()->address());
  return {};
}

Status evict(const EvictRequest& request, const Nothing&) { return session_of(request).evict(request); }

Status feed(const FeedRequest& request, const Nothing&) { return session_of(request).feed(request); }

Status sample(const SampleRequest& request, const SampleResult& result) {
  return session_of(request).sample(request, result);
}

Status logits(const LogitsRequest& request, const ValuesResult& result) {
  result.data.set(session_of(request).logits());
  return {};
}

}  // namespace whereformer::bindings
