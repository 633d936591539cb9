#include <emscripten/bind.h>

#include "attention/owned_call.hpp"
#include "bindings/errors.hpp"
#include "bindings/position.hpp"
#include "core/shape.hpp"
#include "simd/transform.hpp"

namespace whereformer::bindings {
namespace {

using emscripten::val;

// The request as JavaScript sends it; api in web/lib/attention.ts.
struct AttentionRequest {
  Float32Array query = Float32Array(val::undefined());
  Float32Array key = Float32Array(val::undefined());
  Float32Array value = Float32Array(val::undefined());
  int batch = 1;
  int heads = 1;
  int kvHeads = 1;
  int queries = 0;
  int keys = 0;
  int headDim = 0;
  int valueDim = 0;
  RawPosition position = RawPosition(val::undefined());
  Float32Array queryPositions = Float32Array(val::undefined());  // empty: query i at i + causalOffset
  Float32Array keyPositions = Float32Array(val::undefined());    // empty: key j at j
  bool causal = false;
  int causalOffset = 0;
  int windowLeft = -1;  // −1 = unlimited
  int windowRight = -1;
  Float32Array maskBias = Float32Array(val::undefined());  // empty, or [maskBatch, maskHeads, queries, keys]
  int maskBatch = 1;
  int maskHeads = 1;
  float scale = 1;  // NaN = the encoding's own, else 1/√headDim
  float softcap = 0;
  bool wantWeights = false;
  bool wantScores = false;
  bool wantLedger = false;
  Float32Array queryProjection = Float32Array(val::undefined());  // empty, or [heads · headDim, dModel]
  Float32Array keyProjection = Float32Array(val::undefined());    // empty, or [kvHeads · headDim, dModel]
  int dModel = 0;
  Float32Array output = Float32Array(val::undefined());  // empty, or receives the result
};

EMSCRIPTEN_DECLARE_VAL_TYPE(AttentionResult);

// Fills empty positions by consecutive ones from `first`.
Status read_positions(const val& array, int count, int first, const char* name, Buffer<float>& to) {
  if (const Status status = copy_in(array, to); !status.ok()) return status;
  if (to.size() == static_cast<std::size_t>(count)) return {};
  if (!to.empty()) return shape_error(name, static_cast<double>(to.size()), "one position per token");
  const Status status = to.allocate(static_cast<std::size_t>(count));
  if (status.ok()) {
    for (int i = 0; i < count; ++i) to[static_cast<std::size_t>(i)] = static_cast<float>(first + i);
  }
  return status;
}

// Owns what one call needs while it runs.
class AttentionRun {
 public:
  explicit AttentionRun(const AttentionRequest& request) : r_(request) {}

  val run() {
    Status status = then(check_counts(), [&] { return read(); });
    status = then(status, [&] { return rows_.place(stack_); });
    status = then(status, [&] { return split_positions(); });
    status = then(status, [&] { return rows_.turn(stack_); });
    status = then(status, [&] { return allocate_maps(); });
    status = then(status, [&] {
      return attend(rows_.call, stack_, {scores_.data(), weights_.data(), ledger_.data()}, &ledger_rows_);
    });
    val result = result_of(status);
    if (!status.ok()) return result;
    result.set("output", copy_out(std::span<const float>(rows_.output.span()), r_.output));
    result.set("scores", copy_out(std::span<const float>(scores_.span())));
    result.set("weights", copy_out(std::span<const float>(weights_.span())));
    result.set("ledger", copy_out(std::span<const float>(ledger_.span())));
    return result;
  }

 private:
  Status check_counts() const {
    for (const int n : {r_.batch, r_.queries, r_.keys, r_.headDim, r_.valueDim}) {
      if (n < 0) return shape_error("shape", n, "axes of length ≥ 0");
    }
    if (r_.heads < 1) return shape_error("heads", r_.heads, "at least one head");
    if (r_.kvHeads < 1 || r_.heads % r_.kvHeads != 0) {
      return shape_error("key", r_.kvHeads, "a number of heads that divides the query's");
    }
    return {};
  }

  Status read() {
    Status status = read_position(r_.position, stack_);
    status = then(status, [&] {
      return read_array(r_.query, element_count(r_.batch, r_.heads, r_.queries, r_.headDim), "query", rows_.query);
    });
    status = then(status, [&] {
      return read_array(r_.key, element_count(r_.batch, r_.kvHeads, r_.keys, r_.headDim), "key", rows_.key);
    });
    status = then(status, [&] {
      return read_array(r_.value, element_count(r_.batch, r_.kvHeads, r_.keys, r_.valueDim), "value", rows_.value);
    });
    status = then(status, [&] { return copy_in(r_.maskBias, mask_); });
    status = then(status, [&]() -> Status {
      const std::size_t wanted = element_count(r_.maskBatch, r_.maskHeads, r_.queries, r_.keys);
      return mask_.empty() || mask_.size() == wanted ? Status{}
                                                     : shape_error("attnMask", static_cast<double>(mask_.size()),
                                                                   "[batch or 1, heads or 1, queries, keys] values");
    });
    status = then(status, [&] {
      return read_positions(r_.queryPositions, r_.queries, r_.causalOffset, "positions.query", rows_.query_at);
    });
    status = then(status, [&] { return read_positions(r_.keyPositions, r_.keys, 0, "positions.key", rows_.key_at); });
    if (status.ok()) shape_call();
    return status;
  }

  Status allocate_maps() {
    const std::size_t map = element_count(r_.batch, r_.heads, r_.queries, r_.keys);
    Status status;
    const auto room = [&](bool wanted, int maps, Buffer<float>& to) {
      if (wanted) status = then(status, [&] { return to.allocate(element_count(map, maps)); });
    };
    room(r_.wantScores, 1, scores_);
    room(r_.wantWeights, 1, weights_);
    room(r_.wantLedger, kTerms, ledger_);
    return status;
  }

  static Status read_array(const val& array, std::size_t wanted, const char* name, Buffer<float>& to) {
    return then(copy_in(array, to), [&]() -> Status {
      return to.size() == wanted
                 ? Status{}
                 : shape_error(name, static_cast<double>(to.size()), "as many values as its shape says");
    });
  }

  // The ledger's rows: as they came, and what an encoding that enters by door 1 brought into them.
  Status split_positions() {
    if (!r_.wantLedger) return {};
    Status status = raw_query_.copy_from(rows_.query.span());
    status = then(status, [&] { return raw_key_.copy_from(rows_.key.span()); });
    ledger_rows_.head_dim = r_.headDim;
    ledger_rows_.query = rows_of(raw_query_, r_.heads, r_.queries);
    ledger_rows_.key = rows_of(raw_key_, r_.kvHeads, r_.keys);
    if (!stack_.has(kEmbeds) || r_.dModel == 0) return status;
    status = then(status, [&] {
      return project(r_.queryProjection, "projections.query", rows_.query_at.span(), r_.heads, query_share_);
    });
    status = then(status, [&] {
      return project(r_.keyProjection, "projections.key", rows_.key_at.span(), r_.kvHeads, key_share_);
    });
    ledger_rows_.query_position = rows_of(query_share_, r_.heads, r_.queries);
    ledger_rows_.key_position = rows_of(key_share_, r_.kvHeads, r_.keys);
    return status;
  }

  HeadRows<const float> rows_of(const Buffer<float>& data, int heads, int tokens) const {
    return HeadRows<const float>::contiguous(data.data(), heads, tokens, r_.headDim);
  }

  // W · code of each position: [heads, tokens, headDim].
  Status project(const val& weight, const char* name, std::span<const float> positions, int heads, Buffer<float>& to) {
    Buffer<float> w;
    Buffer<float> code;
    const int rows = heads * r_.headDim;
    Status status = read_array(weight, element_count(rows, r_.dModel), name, w);
    status = then(status, [&] { return to.allocate(element_count(rows, positions.size())); });
    for (std::size_t t = 0; status.ok() && t < positions.size(); ++t) {
      status = code.allocate(static_cast<std::size_t>(r_.dModel));
      if (!status.ok()) break;
      stack_.embed(code.span(), positions[t]);
      for (int row = 0; row < rows; ++row) {
        const std::size_t head = static_cast<std::size_t>(row / r_.headDim) * positions.size() + t;
        to[head * static_cast<std::size_t>(r_.headDim) + static_cast<std::size_t>(row % r_.headDim)] =
            simd::dot(w.data() + element_count(row, r_.dModel), code.data(), r_.dModel);
      }
    }
    return status;
  }

  Band band() const {
    const auto reach = [](int side) { return side < 0 ? kUnlimited : std::min(side, kUnlimited); };
    const Band window{r_.causalOffset, reach(r_.windowLeft), reach(r_.windowRight)};
    return r_.causal ? window.intersect(Causal(r_.causalOffset)) : window;
  }

  // Everything of the call but its rows.
  void shape_call() {
    AttentionCall& call = rows_.call;
    call.batch = r_.batch;
    call.heads = r_.heads;
    call.kv_heads = r_.kvHeads;
    call.queries = r_.queries;
    call.keys = r_.keys;
    call.head_dim = r_.headDim;
    call.value_dim = r_.valueDim;
    call.band = band();
    call.mask = mask();
    call.scale = r_.scale;
    call.softcap = r_.softcap;
    rows_.d_model = r_.dModel;
  }

  MaskBias mask() const {
    if (mask_.empty()) return {};
    const std::ptrdiff_t head = static_cast<std::ptrdiff_t>(r_.queries) * r_.keys;
    return {mask_.data(), r_.maskBatch > 1 ? head * r_.maskHeads : 0, r_.maskHeads > 1 ? head : 0, r_.keys};
  }

  const AttentionRequest& r_;
  PositionStack stack_;
  OwnedCall rows_;
  Buffer<float> mask_;
  Buffer<float> scores_;
  Buffer<float> weights_;
  Buffer<float> ledger_;
  Buffer<float> raw_query_;
  Buffer<float> raw_key_;
  Buffer<float> query_share_;
  Buffer<float> key_share_;
  LedgerRows ledger_rows_;
};

AttentionResult attention(const AttentionRequest& request) { return AttentionResult(AttentionRun(request).run()); }

}  // namespace

EMSCRIPTEN_BINDINGS(whereformer_attention) {
  emscripten::register_type<AttentionResult>(
      "{ failure?: { code: string; argument: string; got: number; wanted: string }; output: Float32Array; weights: "
      "Float32Array; "
      "scores: Float32Array; ledger: Float32Array }");
  emscripten::value_object<AttentionRequest>("AttentionRequest")
      .field("query", &AttentionRequest::query)
      .field("key", &AttentionRequest::key)
      .field("value", &AttentionRequest::value)
      .field("batch", &AttentionRequest::batch)
      .field("heads", &AttentionRequest::heads)
      .field("kvHeads", &AttentionRequest::kvHeads)
      .field("queries", &AttentionRequest::queries)
      .field("keys", &AttentionRequest::keys)
      .field("headDim", &AttentionRequest::headDim)
      .field("valueDim", &AttentionRequest::valueDim)
      .field("position", &AttentionRequest::position)
      .field("queryPositions", &AttentionRequest::queryPositions)
      .field("keyPositions", &AttentionRequest::keyPositions)
      .field("causal", &AttentionRequest::causal)
      .field("causalOffset", &AttentionRequest::causalOffset)
      .field("windowLeft", &AttentionRequest::windowLeft)
      .field("windowRight", &AttentionRequest::windowRight)
      .field("maskBias", &AttentionRequest::maskBias)
      .field("maskBatch", &AttentionRequest::maskBatch)
      .field("maskHeads", &AttentionRequest::maskHeads)
      .field("scale", &AttentionRequest::scale)
      .field("softcap", &AttentionRequest::softcap)
      .field("wantWeights", &AttentionRequest::wantWeights)
      .field("wantScores", &AttentionRequest::wantScores)
      .field("wantLedger", &AttentionRequest::wantLedger)
      .field("queryProjection", &AttentionRequest::queryProjection)
      .field("keyProjection", &AttentionRequest::keyProjection)
      .field("dModel", &AttentionRequest::dModel)
      .field("output", &AttentionRequest::output);
  emscripten::function("attention", &attention);
}

}  // namespace whereformer::bindings
