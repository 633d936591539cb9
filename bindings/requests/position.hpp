#pragma once

#include "bindings/requests/core.hpp"

namespace whereformer::bindings {

struct PlaceRequest {
  Position position;
  Array<float> positions;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("position", position, "");
    visit("positions", positions, "position ids");
  }
};

struct EmbedRequest : PlaceRequest {
  int dim = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    PlaceRequest::fields(visit);
    visit("dim", dim, "");
  }
};

struct RotateRequest : PlaceRequest {
  Floats x;
  int rows = 0;
  int heads = 0;
  int tokens = 0;
  int head_dim = 0;
  int side = 0;
  bool inverse = false;
  Floats out;

  template <class Visit>
  void fields(Visit&& visit) {
    PlaceRequest::fields(visit);
    visit("x", x, "[rows, tokens, headDim]");
    visit("rows", rows, "batch · heads");
    visit("heads", heads, "");
    visit("tokens", tokens, "");
    visit("headDim", head_dim, "");
    visit("side", side, "0 query, 1 key, 2 value");
    visit("inverse", inverse, "");
    visit("out", out, "empty = fresh memory");
  }
};

struct RotateResult : ValuesResult {
  NumberResult width;

  template <class Visit>
  void fields(Visit&& visit) {
    ValuesResult::fields(visit);
    visit("width", width, "of the rows: data is [rows, tokens, width]");
  }
};

struct BiasRequest {
  Position position;
  int heads = 0;
  Array<float> query_positions;
  Array<float> key_positions;
  int head_dim = 0;
  double scale = kAbsent;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("position", position, "");
    visit("heads", heads, "");
    visit("queryPositions", query_positions, "");
    visit("keyPositions", key_positions, "");
    visit("headDim", head_dim, "0 = unknown");
    visit("scale", scale, "NaN = the encoding's own, else 1/√headDim (1 when that is unknown)");
  }
};

struct FrequenciesRequest {
  Position position;
  int dim = 0;
  double length = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("position", position, "");
    visit("dim", dim, "channels of a head");
    visit("length", length, "tokens in sight");
  }
};

struct FrequenciesResult : ValuesResult {
  NumberResult attention_factor;

  template <class Visit>
  void fields(Visit&& visit) {
    ValuesResult::fields(visit);
    visit("attentionFactor", attention_factor, "");
  }
};

struct MeasureRequest {
  Position position;
  int heads = 0;
  int head_dim = 0;
  int length = 0;
  int train_length = 0;
  double seed = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("position", position, "");
    visit("heads", heads, "");
    visit("headDim", head_dim, "");
    visit("length", length, "");
    visit("trainLength", train_length, "");
    visit("seed", seed, "");
  }
};

// A number and the two positions where it was found.
template <class Number>
struct FindingResult {
  Number value;
  Number first;
  Number second;
};

struct MeasureResult {
  NumberResult length;
  NumberResult of_positions;
  FindingResult<NumberResult> uniqueness;
  FindingResult<OptionalResult> relativity;
  FindingResult<OptionalResult> first_change;
  FindingResult<OptionalResult> rise;
  OptionalResult excess;
  OptionalResult leaves_at;
  FloatsResult decay;
  FloatsResult bound;
  NumberResult unseen_pairs;
  NumberResult pairs;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("length", length, "");
    visit("ofPositions", of_positions, "1 = of positions, 0 = of distances");
    visit("smallestDifference", uniqueness.value, "between two positions or distances, root mean square");
    visit("smallestFirst", uniqueness.first, "the two that differ least");
    visit("smallestSecond", uniqueness.second, "");
    visit("largestChange", relativity.value, "of a score when query and key move together");
    visit("largestQuery", relativity.first, "where the query moved to; absent = no change");
    visit("largestKey", relativity.second, "");
    visit("firstChange", first_change.value, "above rounding, at the smallest positions");
    visit("firstQuery", first_change.first, "where the query moved to; absent = none");
    visit("firstKey", first_change.second, "");
    visit("rise", rise.value, "of the score at the first distance where it rises");
    visit("riseFrom", rise.first, "absent = it never rises");
    visit("riseTo", rise.second, "");
    visit("excess", excess, "beyond the range seen in training, in units of that range");
    visit("leavesAt", leaves_at, "first position or distance beyond that range; absent = none");
    visit("decay", decay, "[length]");
    visit("bound", bound, "[length], or empty");
    visit("unseenPairs", unseen_pairs, "");
    visit("pairs", pairs, "");
  }
};

Status place(const PlaceRequest& request, const ValuesResult& result);
Status embed(const EmbedRequest& request, const ValuesResult& result);
Status rotate(const RotateRequest& request, const RotateResult& result);
Status bias(const BiasRequest& request, const ValuesResult& result);
Status frequencies(const FrequenciesRequest& request, const FrequenciesResult& result);
Status measure(const MeasureRequest& request, const MeasureResult& result);

}  // namespace whereformer::bindings
