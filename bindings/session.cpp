// Sessions: the state of a model between calls.
#include "bindings/session.hpp"

#include "core/make.hpp"

namespace whereformer::bindings {

Status Session::start(const SessionRequest& request) {
  const int capacity = request.capacity;
  prompt_ = request.prompt;
  const Transformer& transformer = model_->transformer;
  const ModelSpec& spec = transformer.spec();
  override_ = request.override;
  Status status = override_ ? surgery_.read(request) : Status{};
  status = then(status, [&] { return positions().prepare(spec, prompt_, capacity); });  // refuse early
  status = then(status, [&] { return encoded_.read(request, spec); });
  status = then(status, [&] { return encoded_.encode(transformer, positions(), {}); });
  status = then(
      status, [&] { return cache_.allocate(spec.stack.layers(), capacity, spec.stack.kv_heads, spec.stack.head_dim); });
  status = then(status, [&] { return seen_.allocate(spec.vocab); });
  return then(status, [&] { return logits_.allocate(spec.result_width()); });
}

Status Session::prepare(std::size_t tokens) {
  const double length = std::max(prompt_, cache_.length() + static_cast<int>(tokens));
  return positions().prepare(model_->transformer.spec(), length, cache_.capacity());
}

Status Session::feed(const FeedRequest& request) {
  Buffer<int> ids;
  Buffer<float> at;
  Status status = request.ids.copy(ids);
  if (status.ok() && ids.empty()) return shape_error("inputIds", 0, "at least one token");
  status = then(status, [&] { return consecutive(cache_.length(), ids.size(), at); });
  status = then(status, [&] { return prepare(ids.size()); });
  const Reading reading{.ids = ids.span(), .positions = at.span()};
  const std::span<float> wanted = request.more ? std::span<float>() : logits_.span();
  status = then(status, [&] {
    return model_->transformer.forward(reading, positions().layers, cache_, encoded_.memory(), {}, wanted);
  });
  if (!status.ok()) return status;
  for (const int id : ids.span()) seen_[id] = 1;
  return {};
}

Status Session::sample(const SampleRequest& request, const SampleResult& result) {
  const SamplingOptions options{request.temperature, request.top_k, request.top_p, request.repetition_penalty};
  if (const Status status = options.check(); !status.ok()) return status;
  if (cache_.length() == 0) return value_error("inputIds", 0, "at least one token before sampling");
  if (!model_->transformer.spec().has_head()) return unsupported("model", kAbsent, "a model with a head");
  Buffer<float> penalized;
  std::span<const float> choices = logits_.span();
  if (options.repetition_penalty != 1) {
    if (const Status status = penalized.copy_from(choices); !status.ok()) return status;
    penalize(seen_.span(), options.repetition_penalty, penalized.span());
    choices = penalized.span();
  }
  int id = 0;
  const Status status = whereformer::sample(choices, options, random_, id);
  if (status.ok()) result.id.set(id);
  return status;
}

namespace {

template <class Request>
Session& session_of(const Request& request) {
  return *Handle::of<Session>(request.session);
}

}  // namespace

Status create_session(const SessionRequest& request, const HandleResult& result) {
  Status status = model_of(request).require_complete();
  if (status.ok() && request.capacity < 1)
    status = value_error("capacity", request.capacity, "room for at least one token");
  std::unique_ptr<Session> session;
  status = then(status, [&] { return make<Session>(session, Handle::of<Model>(request.model)->loaded, request.seed); });
  status = then(status, [&] { return session->start(request); });
  if (status.ok()) result.handle.set(session.release()->address());
  return status;
}

Status feed(const FeedRequest& request, const Nothing&) { return session_of(request).feed(request); }

Status sample(const SampleRequest& request, const SampleResult& result) {
  return session_of(request).sample(request, result);
}

Status logits(const LogitsRequest& request, const ValuesResult& result) {
  result.data.set(session_of(request).logits());
  return {};
}

}  // namespace whereformer::bindings
