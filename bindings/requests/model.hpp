// Models, and sessions that continue a text.
#pragma once

#include "bindings/requests/core.hpp"
#include "model/spec.hpp"
#include "simd/weight.hpp"

namespace whereformer::bindings {

struct ModelRequest {
  double model = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("model", model, "its address");
  }
};

struct TensorRequest : ModelRequest {
  Text name;
  StoredValues data;
  simd::WeightType stored = simd::WeightType::float32;
  int first = 0;
  bool by_column = false;
  simd::WeightType type = simd::WeightType::float32;

  template <class Visit>
  void fields(Visit&& visit) {
    ModelRequest::fields(visit);
    visit("name", name, "canonical");
    visit("data", data, "whole rows, or whole columns one after the other");
    visit("stored", stored, simd::kWeightTypes, "the type of data");
    visit("first", first, "row (or column) that the data begin with");
    visit("byColumn", by_column, "");
    visit("type", type, simd::kWeightTypes, "in which a matrix is kept: that of its first piece");
  }
};

struct ReadTensorRequest : ModelRequest {
  Text name;

  template <class Visit>
  void fields(Visit&& visit) {
    ModelRequest::fields(visit);
    visit("name", name, "canonical, of a tensor that is loaded");
  }
};

struct TensorValues {
  FloatsResult data;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("data", data, "row-major; empty if there is no such tensor");
  }
};

// The different positions of a model, and which of them each layer uses.
struct PositionsRequest : ModelRequest {
  Stacks stacks;
  Array<int> stack_of;
  Stacks encoder_stacks;
  Array<int> encoder_stack_of;

  template <class Visit>
  void fields(Visit&& visit) {
    ModelRequest::fields(visit);
    visit("stacks", stacks, "the different positions");
    visit("stackOf", stack_of, "[layers]: which of them each layer uses");
    visit("encoderStacks", encoder_stacks, "");
    visit("encoderStackOf", encoder_stack_of, "");
  }
};

// Positions that are used in place of the model's own if `override`, and the encoder's input: empty without an encoder.
struct ReadingRequest : PositionsRequest {
  bool override = false;
  Array<int> encoder_ids;
  Array<float> encoder_positions;
  Flags encoder_mask;

  template <class Visit>
  void fields(Visit&& visit) {
    PositionsRequest::fields(visit);
    visit("override", override, "the stacks are used instead of the model's own");
    visit("encoderIds", encoder_ids, "empty without an encoder");
    visit("encoderPositions", encoder_positions, "empty = 0 … m − 1");
    visit("encoderMask", encoder_mask, "empty, or 1 = attend");
  }
};

struct ForwardRequest : ReadingRequest {
  Array<int> ids;
  Array<float> positions;
  Array<int> token_types;
  Array<int> task_types;
  Flags key_mask;
  Flags pair_mask;
  int targets = 0;
  double session = 0;
  int past = 0;
  bool want_attentions = false;
  bool want_scores = false;
  bool want_hidden_states = false;

  template <class Visit>
  void fields(Visit&& visit) {
    ReadingRequest::fields(visit);
    visit("ids", ids, "[n]");
    visit("positions", positions, "[n + targets]; empty = 0 … n − 1, or where the session ends");
    visit("tokenTypes", token_types, "[n], or empty: 0");
    visit("taskTypes", task_types, "[n], or empty: 0");
    visit("keyMask", key_mask, "empty, or 1 = attend; with a session of all its tokens and the new ones");
    visit("pairMask", pair_mask, "empty, or [n + targets, n], 1 = attend");
    visit("targets", targets, "rows of a query stream after the tokens; the result comes from them then");
    visit("session", session,
          "0, or the address of a session that the tokens continue, with its positions and encoder's input");
    visit("past", past, "the first tokens of the session that count: it forgets the others");
    visit("wantAttentions", want_attentions, "");
    visit("wantScores", want_scores, "");
    visit("wantHiddenStates", want_hidden_states, "");
    visit("out", out, "empty = fresh memory");
  }

  Floats out;
};

struct ForwardResult : ValuesResult {
  FloatsResult attentions;
  FloatsResult scores;
  FloatsResult hidden_states;
  FloatsResult encoder_attentions;
  FloatsResult encoder_scores;
  FloatsResult encoder_hidden_states;
  FloatsResult cross_attentions;
  FloatsResult cross_scores;

  template <class Visit>
  void fields(Visit&& visit) {
    visit(
        "data", data,
        "logits [n, vocab], or the last hidden states [n, dModel] without a head; of the targets where there are any");
    visit("attentions", attentions, "when wanted, as the others: [layers, heads, n + targets, n]");
    visit("scores", scores, "the same");
    visit("hiddenStates", hidden_states, "[layers + 1, n + targets, dModel]");
    visit("encoderAttentions", encoder_attentions, "[encoder layers, heads, m, m]");
    visit("encoderScores", encoder_scores, "the same");
    visit("encoderHiddenStates", encoder_hidden_states, "[encoder layers + 1, m, dModel]");
    visit("crossAttentions", cross_attentions, "[layers, heads, n, m]");
    visit("crossScores", cross_scores, "the same");
  }
};

struct SessionRequest : ReadingRequest {
  int prompt = 0;
  int capacity = 0;
  double seed = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    ReadingRequest::fields(visit);
    visit("prompt", prompt, "tokens that are there from the start");
    visit("capacity", capacity, "tokens that there is room for");
    visit("seed", seed, "");
  }
};

struct EvictRequest {
  double session = 0;
  int past = 0;
  int from = 0;
  int to = 0;
  bool renumber = false;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("session", session, "its address");
    visit("past", past, "tokens of the cache; any after them are forgotten");
    visit("from", from, "index of the first token that leaves");
    visit("to", to, "index of the next one that stays");
    visit("renumber", renumber, "later tokens take the positions from that of token `from` on");
  }
};

struct FeedRequest {
  double session = 0;
  Array<int> ids;
  bool more = false;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("session", session, "its address");
    visit("ids", ids, "");
    visit("more", more, "ids of the same text follow, so that no logits are computed");
  }
};

struct SampleRequest {
  double session = 0;
  double temperature = 0;
  int top_k = 0;
  double top_p = 1;
  double repetition_penalty = 1;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("session", session, "its address");
    visit("temperature", temperature, "0 = the likeliest");
    visit("topK", top_k, "0 = all");
    visit("topP", top_p, "");
    visit("repetitionPenalty", repetition_penalty, "1 = off");
  }
};

struct SampleResult {
  NumberResult id;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("id", id, "");
  }
};

struct LogitsRequest {
  double session = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("session", session, "its address");
  }
};

Status create_model(const ModelSpec& spec, const HandleResult& result);
Status set_tensor(const TensorRequest& request, const Nothing& result);
Status read_tensor(const ReadTensorRequest& request, const TensorValues& result);
Status finish_model(const PositionsRequest& request, const Nothing& result);
Status forward(const ForwardRequest& request, const ForwardResult& result);
Status create_session(const SessionRequest& request, const HandleResult& result);
Status evict(const EvictRequest& request, const Nothing& result);
Status feed(const FeedRequest& request, const Nothing& result);
Status sample(const SampleRequest& request, const SampleResult& result);
Status logits(const LogitsRequest& request, const ValuesResult& result);

}  // namespace whereformer::bindings
