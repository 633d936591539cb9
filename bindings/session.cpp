// Texts being continued: what a model keeps between calls.
#include <emscripten/bind.h>

#include "bindings/loaded_model.hpp"
#include "bindings/operation.hpp"
#include "model/sampling.hpp"

namespace whereformer::bindings {
namespace {

// A text being continued: cache, last logits, random state.
class Session : public Handle {
 public:
  Session(const std::shared_ptr<LoadedModel>& model, double seed)
      : model_(model), random_(static_cast<std::uint64_t>(seed)) {}

  Status start(const Request& request, int capacity) {
    const ModelSpec& spec = model_->transformer.spec();
    override_ = request.flag("override");
    Status status = override_ ? read_position(request, surgery_.stack) : Status{};
    if (status.ok() && override_) status = surgery_.prepare(model_->transformer, 0);  // refuse early
    status = then(status, [&] { return cache_.allocate(spec.layers, capacity, spec.kv_heads, spec.head_dim); });
    return then(status, [&] { return logits_.allocate(static_cast<std::size_t>(spec.vocab)); });
  }

  Status feed(const Request& request) {
    Buffer<int> ids;
    Buffer<float> positions;
    Status status = read_ids(request, ids);
    status = then(status, [&] { return consecutive(cache_.length(), ids.size(), positions); });
    return then(status, [&] {
      ModelStack& position = override_ ? surgery_ : model_->position;
      // keys are cached rotated: encodings that look at the length see the capacity from the start, so no key goes stale
      const Status prepared = position.prepare(model_->transformer, cache_.capacity());
      if (!prepared.ok()) return prepared;
      return model_->transformer.forward(ids.span(), positions.span(), position.stack, {}, cache_, {}, logits_.span());
    });
  }

  Status sample(const Request& request, Result& result) {
    const SamplingOptions options{request.number("temperature"), request.integer("topK"), request.number("topP")};
    if (const Status status = options.check(); !status.ok()) return status;
    if (cache_.length() == 0) return value_error("inputIds", 0, "at least one token before sampling");
    result.set("id", whereformer::sample(logits_.span(), options, random_));
    return {};
  }

  std::span<const float> logits() const { return logits_.span(); }

 private:
  std::shared_ptr<LoadedModel> model_;
  Random random_;
  ModelStack surgery_;
  bool override_ = false;
  KvCache cache_;
  Buffer<float> logits_;
};

Session& session_of(const Request& request) { return *Handle::of<Session>(request, "session"); }

Status create_session(const Request& request, Result& result) {
  const int capacity = request.integer("capacity");
  Status status = model_of(request).require_complete();
  if (status.ok() && capacity < 1) status = value_error("capacity", capacity, "room for at least one token");
  auto session = std::make_unique<Session>(Handle::of<Model>(request, "model")->loaded, request.number("seed"));
  status = then(status, [&] { return session->start(request, capacity); });
  if (status.ok()) result.set("handle", session.release()->address());
  return status;
}

Status feed(const Request& request, Result&) { return session_of(request).feed(request); }

Status sample(const Request& request, Result& result) { return session_of(request).sample(request, result); }

Status logits(const Request& request, Result& result) {
  result.data(session_of(request).logits());
  return {};
}

}  // namespace

#define WHEREFORMER_NOTHING "{ " WHEREFORMER_FAILURE "}"
#define WHEREFORMER_HANDLE "{ " WHEREFORMER_FAILURE "handle: number }"

constexpr Declaration kOperations[] = {
    {"createSession", create_session,
     "{ model: number; capacity: number; seed: number; override: boolean; position: "
     "Array<Record<string, unknown>> }",
     WHEREFORMER_HANDLE},
    {"feed", feed, "{ session: number; ids: Int32Array }", WHEREFORMER_NOTHING},
    {"sample", sample, "{ session: number; temperature: number; topK: number; topP: number }",
     "{ " WHEREFORMER_FAILURE "id: number }"},
    {"logits", logits, "{ session: number }", "{ " WHEREFORMER_FAILURE "data: Float32Array }"},
};

EMSCRIPTEN_BINDINGS(whereformer_session) { declare(kOperations); }

}  // namespace whereformer::bindings
