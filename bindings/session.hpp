// A session: the state of a model between calls. `forward` continues it, too.
#pragma once

#include "bindings/loaded_model.hpp"
#include "model/sampling.hpp"

namespace whereformer::bindings {

// A text that is continued: KV cache, last logits, random state.
class Session : public Handle {
 public:
  Session(const Shared<LoadedModel>& model, double seed) : model_(model), random_(static_cast<std::uint64_t>(seed)) {}

  Status start(const SessionRequest& request);

  // Appends tokens; keeps the logits of the last one.
  Status feed(const FeedRequest& request);

  // Forgets tokens; see renumber() for what is refused.
  Status evict(const EvictRequest& request);

  Status sample(const SampleRequest& request, const SampleResult& result);

  // Prepares the positions for `tokens` more tokens. Frequencies follow the current length; cached keys keep their rotation, as in
  // transformers.
  Status prepare(std::size_t tokens);

  std::span<const float> logits() const { return logits_.span(); }
  ModelPositions& positions() { return override_ ? surgery_ : model_->positions; }
  KvCache& cache() { return cache_; }
  EncodedText& encoded() { return encoded_; }
  bool is_of(const LoadedModel& model) const { return model_.get() == &model; }

 private:
  Shared<LoadedModel> model_;
  Random random_;
  ModelPositions surgery_;
  bool override_ = false;
  EncodedText encoded_;
  KvCache cache_;
  int prompt_ = 0;     // tokens; frequencies depend on the whole prompt, also when it is fed in pieces
  Buffer<char> seen_;  // [vocab], 1 = already in the text
  Buffer<float> logits_;
};

}  // namespace whereformer::bindings
