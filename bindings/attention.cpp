#include <emscripten/bind.h>

#include "attention/attend.hpp"
#include "attention/rotation.hpp"
#include "bindings/errors.hpp"
#include "bindings/position.hpp"
#include "core/shape.hpp"

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
  float scale = 1;  // NaN = 1/√headDim
  float softcap = 0;
  bool wantWeights = false;
  bool wantScores = false;
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
    status = then(status, [&] { return rotate(); });
    status = then(status, [&] {
      call_ = make_call();
      return attend_any_values(call_, stack_);
    });
    val result = result_of(status);
    if (!status.ok()) return result;
    result.set("output", copy_out(std::span<const float>(output_.span()), r_.output));
    return with_maps(std::move(result));
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
      return read_array(r_.query, element_count(r_.batch, r_.heads, r_.queries, r_.headDim), "query", query_);
    });
    status = then(status, [&] {
      return read_array(r_.key, element_count(r_.batch, r_.kvHeads, r_.keys, r_.headDim), "key", key_);
    });
    status = then(status, [&] {
      return read_array(r_.value, element_count(r_.batch, r_.kvHeads, r_.keys, r_.valueDim), "value", value_);
    });
    status = then(status, [&] { return copy_in(r_.maskBias, mask_); });
    status = then(status, [&]() -> Status {
      const std::size_t wanted = element_count(r_.maskBatch, r_.maskHeads, r_.queries, r_.keys);
      return mask_.empty() || mask_.size() == wanted ? Status{}
                                                     : shape_error("attnMask", static_cast<double>(mask_.size()),
                                                                   "[batch or 1, heads or 1, queries, keys] values");
    });
    status = then(status, [&] {
      return read_positions(r_.queryPositions, r_.queries, r_.causalOffset, "positions.query", query_at_);
    });
    status = then(status, [&] { return read_positions(r_.keyPositions, r_.keys, 0, "positions.key", key_at_); });
    status = then(status, [&] {
      const Geometry geometry{r_.heads, r_.headDim, 0};
      return stack_.prepare(geometry.over(query_at_.span()).over(key_at_.span()));
    });
    status = then(status, [&] { return stack_.check_positions(query_at_.span()); });
    status = then(status, [&] { return stack_.check_positions(key_at_.span()); });
    status = then(status, [&] { return output_.allocate(element_count(r_.batch, r_.heads, r_.queries, r_.valueDim)); });
    if (!r_.wantWeights && !r_.wantScores) return status;
    return then(status, [&] { return maps_.allocate(element_count(r_.batch, r_.heads, r_.queries, r_.keys)); });
  }

  static Status read_array(const val& array, std::size_t wanted, const char* name, Buffer<float>& to) {
    return then(copy_in(array, to), [&]() -> Status {
      return to.size() == wanted
                 ? Status{}
                 : shape_error(name, static_cast<double>(to.size()), "as many values as its shape says");
    });
  }

  Status rotate() {
    if (!stack_.rotates()) return {};
    Rotation rotation;
    const Status status = rotation.prepare(stack_, query_at_.span());
    if (!status.ok()) return status;
    rotation.apply(HeadRows<float>::contiguous(query_.data(), r_.heads, r_.queries, r_.headDim), r_.batch, r_.heads);
    return then(rotation.prepare(stack_, key_at_.span()), [&]() -> Status {
      rotation.apply(HeadRows<float>::contiguous(key_.data(), r_.kvHeads, r_.keys, r_.headDim), r_.batch, r_.kvHeads);
      return {};
    });
  }

  Band band() const {
    const auto reach = [](int side) { return side < 0 ? kUnlimited : std::min(side, kUnlimited); };
    const Band window{r_.causalOffset, reach(r_.windowLeft), reach(r_.windowRight)};
    return r_.causal ? window.intersect(Causal(r_.causalOffset)) : window;
  }

  AttentionCall make_call() {
    AttentionCall call;
    call.batch = r_.batch;
    call.heads = r_.heads;
    call.kv_heads = r_.kvHeads;
    call.queries = r_.queries;
    call.keys = r_.keys;
    call.head_dim = r_.headDim;
    call.value_dim = r_.valueDim;
    call.query = HeadRows<const float>::contiguous(query_.data(), r_.heads, r_.queries, r_.headDim);
    call.key = HeadRows<const float>::contiguous(key_.data(), r_.kvHeads, r_.keys, r_.headDim);
    call.value = HeadRows<const float>::contiguous(value_.data(), r_.kvHeads, r_.keys, r_.valueDim);
    call.output = HeadRows<float>::contiguous(output_.data(), r_.heads, r_.queries, r_.valueDim);
    call.query_positions = query_at_.span();
    call.key_positions = key_at_.span();
    call.band = band();
    call.mask = mask();
    call.scale = std::isnan(r_.scale) ? default_scale(r_.headDim) : r_.scale;
    call.softcap = r_.softcap;
    return call;
  }

  MaskBias mask() const {
    if (mask_.empty()) return {};
    const std::ptrdiff_t head = static_cast<std::ptrdiff_t>(r_.queries) * r_.keys;
    return {mask_.data(), r_.maskBatch > 1 ? head * r_.maskHeads : 0, r_.maskHeads > 1 ? head : 0, r_.keys};
  }

  val with_maps(val result) {
    const std::span<const float> none;
    if (!maps_.empty()) attention_scores(call_, stack_, maps_.data());
    result.set("scores", copy_out(r_.wantScores ? std::span<const float>(maps_.span()) : none));
    if (r_.wantWeights) weights_from_scores(call_, maps_.data());
    result.set("weights", copy_out(r_.wantWeights ? std::span<const float>(maps_.span()) : none));
    return result;
  }

  const AttentionRequest& r_;
  PositionStack stack_;
  Buffer<float> query_;
  Buffer<float> key_;
  Buffer<float> value_;
  Buffer<float> mask_;
  Buffer<float> query_at_;
  Buffer<float> key_at_;
  Buffer<float> output_;
  Buffer<float> maps_;  // scores or weights, when wanted
  AttentionCall call_;
};

AttentionResult attention(const AttentionRequest& request) { return AttentionResult(AttentionRun(request).run()); }

}  // namespace

EMSCRIPTEN_BINDINGS(whereformer_attention) {
  emscripten::register_type<AttentionResult>(
      "{ failure?: { code: string; argument: string; got: number; wanted: string }; output: Float32Array; weights: "
      "Float32Array; "
      "scores: Float32Array }");
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
      .field("output", &AttentionRequest::output);
  emscripten::function("attention", &attention);
}

}  // namespace whereformer::bindings
