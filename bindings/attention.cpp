#include "bindings/requests/attention.hpp"

#include "attention/owned_call.hpp"
#include "bindings/position.hpp"
#include "core/shape.hpp"
#include "simd/transform.hpp"

namespace whereformer::bindings {
namespace {

// Owns the buffers of one call.
class AttentionRun {
 public:
  AttentionRun(const AttentionRequest& request, const AttentionResult& result) : request_(request), result_(result) {}

  Status run() {
    TRY(read_shape());
    TRY(read());
    TRY(rows_.remap(stack_));
    if (request_.softcap_after_bias) std::swap(call_.softcap, call_.biased_cap);
    TRY(read_ledger_input());
    TRY(output_.prepare(request_.out, element_count(call_.batch, call_.heads, call_.queries, call_.value_dim),
                        {rows_.query.span(), rows_.key.span(), rows_.value.span(), mask_.span(), sinks_.span()}));
    rows_.output = output_.values();
    TRY(rows_.rotate(stack_));
    TRY(allocate_maps());
    TRY(attend(call_, stack_, {scores_.data(), weights_.data(), ledger_.data(), raw_.data(), capped_.data()},
               &ledger_input_.rows()));
    output_.deliver(result_.data);
    if (request_.want_scores) result_.scores.set(scores_.span());
    if (request_.want_weights) result_.weights.set(weights_.span());
    if (request_.want_ledger) result_.ledger.set(ledger_.span());
    if (request_.want_raw_scores) result_.raw_scores.set(raw_.span());
    if (request_.want_capped_scores) result_.capped_scores.set(capped_.span());
    return {};
  }

 private:
  // Reads sizes, scale, soft cap and causal band of the call.
  Status read_shape() {
    call_.batch = request_.batch;
    call_.queries = request_.queries;
    call_.keys = request_.keys;
    call_.head_dim = request_.head_dim;
    call_.value_dim = request_.value_dim;
    call_.heads = request_.heads;
    call_.kv_heads = request_.kv_heads;
    rows_.d_model = request_.d_model;
    for (const int size : {call_.batch, call_.queries, call_.keys, call_.head_dim, call_.value_dim, call_.heads,
                           call_.kv_heads, rows_.d_model}) {
      if (size < 0) return shape_error("shape", size, "axes of length ≥ 0");
    }
    if (call_.heads < 1) return shape_error("heads", call_.heads, "at least one head");
    if (call_.kv_heads < 1 || call_.heads % call_.kv_heads != 0) {
      return shape_error("key", call_.kv_heads, "a divisor of the query's number of heads");
    }
    call_.scale = request_.scale;
    call_.softcap = request_.softcap;
    call_.band = band();
    return {};
  }

  Status read() {
    TRY(read_position(request_.position, stack_));
    TRY(read(request_.query, call_.heads, call_.queries, call_.head_dim, rows_.query));
    TRY(read(request_.key, call_.kv_heads, call_.keys, call_.head_dim, rows_.key));
    TRY(read(request_.value, call_.kv_heads, call_.keys, call_.value_dim, rows_.value));
    TRY(read_sinks());
    TRY(read_mask());
    if (call_.batch == 0) call_.queries = call_.keys = 0;  // empty batch: no work
    TRY(read_positions(request_.query_positions, call_.queries, call_.band.offset, "positions.query", rows_.query_at));
    return read_positions(request_.key_positions, call_.keys, 0, "positions.key", rows_.key_at);
  }

  Status read(const Floats& from, int heads, int tokens, int width, CopyOnWriteFloats& to) {
    return read(from, element_count(call_.batch, heads, tokens, width), to, from.name);
  }

  Status read(const Floats& from, std::size_t wanted, CopyOnWriteFloats& to, const char* name) {
    TRY(from.read(to));
    return to.size() == wanted
               ? Status{}
               : shape_error(name, static_cast<double>(to.size()), "as many values as the shape requires");
  }

  Status read_sinks() {
    TRY(request_.sinks.read(sinks_));
    if (sinks_.empty()) return {};
    if (sinks_.size() != static_cast<std::size_t>(call_.heads)) {
      return shape_error("options.sinks", static_cast<double>(sinks_.size()), "a logit per head");
    }
    call_.sinks = sinks_.data();
    return {};
  }

  Status read_mask() {
    const std::size_t flags = request_.mask_flags.size();
    TRY(flags > 0 ? mask_.allocate(flags) : request_.mask_bias.read(mask_));
    if (mask_.empty()) return {};
    const bool sound =
        flags > 0 ? request_.mask_flags.copy_mask(mask_.own()) : simd::all_below_infinity(mask_.data(), mask_.size());
    const int batch = request_.mask_batch;
    const int heads = request_.mask_heads;
    const int queries = request_.mask_queries;
    if (mask_.size() != element_count(batch, heads, queries, call_.keys) ||
        (queries != 1 && queries != call_.queries)) {
      return shape_error("attnMask", static_cast<double>(mask_.size()),
                         "[batch or 1, heads or 1, queries or 1, keys] values");
    }
    if (!sound) return value_error("options.attnMask", kAbsent, "finite numbers or -Infinity; 1 or 0");
    const std::ptrdiff_t head = static_cast<std::ptrdiff_t>(queries) * call_.keys;
    call_.mask = {mask_.data(), batch > 1 ? head * heads : 0, heads > 1 ? head : 0, queries > 1 ? call_.keys : 0};
    return {};
  }

  // Reads position ids; empty ones become consecutive from `first`.
  Status read_positions(const Array<float>& from, int count, int first, const char* name, Buffer<float>& to) {
    if (count == 0) return to.allocate_unset(0);
    TRY(from.copy(to));
    if (to.size() == static_cast<std::size_t>(count)) return {};
    if (!to.empty()) return shape_error(name, static_cast<double>(to.size()), "one position per token");
    TRY(to.allocate_unset(count));
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<float>(first + static_cast<int>(i));
    return {};
  }

  // The kernels write every pair.
  Status allocate_maps() {
    const std::size_t map = element_count(call_.batch, call_.heads, call_.queries, call_.keys);
    const auto room = [&](bool wanted, int maps, Buffer<float>& to) {
      return wanted ? to.allocate_unset(element_count(map, maps)) : Status{};
    };
    TRY(room(request_.want_scores, 1, scores_));
    TRY(room(request_.want_weights, 1, weights_));
    TRY(room(request_.want_ledger, kTerms, ledger_));
    TRY(room(request_.want_raw_scores, 1, raw_));
    return room(request_.want_capped_scores, 1, capped_);
  }

  // Queries and keys before rotation, and with projections the part that embed hooks added to them.
  Status read_ledger_input() {
    if (!request_.want_ledger) return {};
    CopyOnWriteFloats query_projection;
    CopyOnWriteFloats key_projection;
    if (stack_.has(kEmbeds) && rows_.d_model > 0) {
      const auto size = [&](int heads) { return element_count(heads, call_.head_dim, rows_.d_model); };
      TRY(read(request_.query_projection, size(call_.heads), query_projection, "projections.query"));
      TRY(read(request_.key_projection, size(call_.kv_heads), key_projection, "projections.key"));
    }
    return ledger_input_.prepare(stack_, call_.head_dim,
                                 {rows_.query.span(), call_.heads, rows_.query_at.span(), query_projection.span()},
                                 {rows_.key.span(), call_.kv_heads, rows_.key_at.span(), key_projection.span()});
  }

  Band band() const {
    const auto reach = [](int keys) { return keys < 0 ? kUnlimited : std::min(keys, kUnlimited); };
    const int offset = request_.causal_offset;
    const Band window{offset, reach(request_.window_left), reach(request_.window_right)};
    return request_.causal ? window.intersect(Causal(offset)) : window;
  }

  const AttentionRequest& request_;
  const AttentionResult& result_;
  PositionStack stack_;
  OwnedCall rows_;
  AttentionCall& call_ = rows_.call;
  CopyOnWriteFloats sinks_;
  CopyOnWriteFloats mask_;
  Buffer<float> scores_;
  Buffer<float> weights_;
  Buffer<float> ledger_;
  Buffer<float> raw_;
  Buffer<float> capped_;
  LedgerInput ledger_input_;
  Output output_;
};

}  // namespace

Status attention(const AttentionRequest& request, const AttentionResult& result) {
  return AttentionRun(request, result).run();
}

}  // namespace whereformer::bindings
