#pragma once

#include "bindings/requests/core.hpp"

namespace whereformer::bindings {

struct AttentionRequest {
  Floats query;
  Floats key;
  Floats value;
  int batch = 0;
  int heads = 0;
  int kv_heads = 0;
  int queries = 0;
  int keys = 0;
  int head_dim = 0;
  int value_dim = 0;
  Position position;
  Array<float> query_positions;
  Array<float> key_positions;
  bool causal = false;
  int causal_offset = 0;
  int window_left = -1;
  int window_right = -1;
  Floats mask_bias;
  Flags mask_flags;
  int mask_batch = 0;
  int mask_heads = 0;
  int mask_queries = 0;
  float scale = static_cast<float>(kAbsent);
  float softcap = 0;
  bool softcap_after_bias = false;
  Floats sinks;
  bool want_weights = false;
  bool want_scores = false;
  bool want_ledger = false;
  bool want_raw_scores = false;
  bool want_capped_scores = false;
  Floats query_projection;
  Floats key_projection;
  int d_model = 0;
  Floats out;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("query", query, "[batch, heads, queries, headDim]");
    visit("key", key, "[batch, kvHeads, keys, headDim]");
    visit("value", value, "[batch, kvHeads, keys, valueDim]");
    visit("batch", batch, "");
    visit("heads", heads, "");
    visit("kvHeads", kv_heads, "");
    visit("queries", queries, "");
    visit("keys", keys, "");
    visit("headDim", head_dim, "");
    visit("valueDim", value_dim, "");
    visit("position", position, "");
    visit("queryPositions", query_positions, "[queries], or empty: query i at i + causalOffset");
    visit("keyPositions", key_positions, "[keys], or empty: key j at j");
    visit("causal", causal, "");
    visit("causalOffset", causal_offset, "query i is at key index i + causalOffset, for every mask");
    visit("windowLeft", window_left, "−1 = unlimited");
    visit("windowRight", window_right, "−1 = unlimited");
    visit("maskBias", mask_bias, "empty or [maskBatch, maskHeads, maskQueries, keys]; −Infinity hides");
    visit("maskFlags", mask_flags, "the same as 1 = attend, 0 = hidden; at most one of the two is there");
    visit("maskBatch", mask_batch, "");
    visit("maskHeads", mask_heads, "");
    visit("maskQueries", mask_queries, "queries, or 1 for all of them");
    visit("scale", scale, "NaN = the encoding's own, else 1/√headDim");
    visit("softcap", softcap, "0 = off");
    visit("softcapAfterBias", softcap_after_bias, "the cap is that of scores with bias and mask");
    visit("sinks", sinks, "empty, or [heads]");
    visit("wantWeights", want_weights, "");
    visit("wantScores", want_scores, "");
    visit("wantLedger", want_ledger, "");
    visit("wantRawScores", want_raw_scores, "");
    visit("wantCappedScores", want_capped_scores, "");
    visit("queryProjection", query_projection, "empty, or [heads·headDim, dModel]");
    visit("keyProjection", key_projection, "empty, or [kvHeads·headDim, dModel]");
    visit("dModel", d_model, "0 = no projections");
    visit("out", out, "empty = fresh memory");
  }
};

// Output of attention, and the maps that were wanted.
struct AttentionResult : ValuesResult {
  FloatsResult weights;
  FloatsResult scores;
  FloatsResult ledger;
  FloatsResult raw_scores;
  FloatsResult capped_scores;

  template <class Visit>
  void fields(Visit&& visit) {
    ValuesResult::fields(visit);
    visit("weights", weights, "when wanted, as the others: [batch, heads, queries, keys]");
    visit("scores", scores, "the same");
    visit("ledger", ledger, "[LEDGER_TERMS of ledger.ts, batch, heads, queries, keys]");
    visit("rawScores", raw_scores, "like scores, before soft cap, bias and mask");
    visit("cappedScores", capped_scores, "before bias and mask");
  }
};

Status attention(const AttentionRequest& request, const AttentionResult& result);

}  // namespace whereformer::bindings
