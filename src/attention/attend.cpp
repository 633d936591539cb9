#include "attention/attend.hpp"

#include "attention/bias_plan.hpp"
#include "attention/online.hpp"
#include "attention/reference.hpp"
#include "simd/softmax.hpp"

namespace whereformer {
namespace {

// The stack without its rotation, which the rows have received already.
struct ScoreDoors {
  using is_composed = void;
  const PositionStack& stack;

  template <class Visit>
  void each(Visit&& visit) const {
    stack.each(visit);
  }
};

bool contiguous(std::span<const float> positions) {
  for (std::size_t i = 1; i < positions.size(); ++i) {
    if (positions[i] != positions[0] + static_cast<float>(i)) return false;
  }
  return true;
}

// The slopes, when one slope per head is all the bias there is.
const Alibi* lone_slopes(const PositionStack& stack) {
  const Alibi* found = nullptr;
  int biasing = 0;
  stack.each([&](const auto& e) {
    using E = std::decay_t<decltype(e)>;
    if constexpr (Biases<E> || BiasesByDistance<E>) ++biasing;
    if constexpr (std::is_same_v<E, Alibi>) found = &e;
  });
  return biasing == 1 ? found : nullptr;
}

bool only_distances(const PositionStack& stack) {
  return !stack.any([](const auto& e) { return Biases<std::decay_t<decltype(e)>>; });
}

Status attend_by_slopes(const AttentionCall& call, const Alibi& alibi) {
  Slopes slopes;
  for (int h = 0; h < call.heads; ++h) slopes.slopes.push_back(static_cast<float>(alibi.slope(h)));
  slopes.symmetric = alibi.symmetric;
  return attend_online(call, LaneBias<Slopes>(slopes));
}

Status attend_by_distance(const AttentionCall& call, const ScoreDoors& doors) {
  const double shift = static_cast<double>(call.query_positions[0]) - call.key_positions[0];
  DistancePlan plan;
  const Status status = plan.fill(call.heads, call.queries, call.keys, [&](int head, int distance) {
    return scalar_bias(doors, head, distance + shift, 0.0);
  });
  return then(status, [&] { return attend_online(call, plan); });
}

template <class T>
bool rows_finite(HeadRows<T> rows, int batch, int heads, int tokens, int width) {
  for (int b = 0; b < batch; ++b) {
    for (int h = 0; h < heads; ++h) {
      for (int t = 0; t < tokens; ++t) {
        if (!simd::all_finite(rows.row(b, h, t), width)) return false;
      }
    }
  }
  return true;
}

bool hides(const AttentionCall& call, int batch, int head, int query, int key) {
  return !call.band.visible(head, query, key) ||
         (call.mask && call.mask.at(batch, head, query, key) == -std::numeric_limits<float>::infinity());
}

template <class Row>
void for_rows(const AttentionCall& call, float* scores, Row&& row) {
  for (int batch = 0; batch < call.batch; ++batch) {
    for (int head = 0; head < call.heads; ++head) {
      for (int query = 0; query < call.queries; ++query, scores += call.keys) row(batch, head, query, scores);
    }
  }
}

}  // namespace

Status attend(const AttentionCall& call, const PositionStack& stack) {
  if (call.queries == 0) return {};
  const ScoreDoors doors{stack};
  if (call.mask) return attend_online(call, PairPlan<ScoreDoors>(doors, call.mask));
  if (!stack.biases() || call.keys == 0) return attend_online(call, NoBias());
  if (const Alibi* alibi = lone_slopes(stack)) return attend_by_slopes(call, *alibi);
  const bool by_distance = contiguous(call.query_positions) && contiguous(call.key_positions) && only_distances(stack);
  return by_distance ? attend_by_distance(call, doors) : attend_online(call, PairPlan<ScoreDoors>(doors, {}));
}

Status attend_any_values(const AttentionCall& call, const PositionStack& stack) {
  const bool finite = rows_finite(call.query, call.batch, call.heads, call.queries, call.head_dim) &&
                      rows_finite(call.key, call.batch, call.kv_heads, call.keys, call.head_dim) &&
                      rows_finite(call.value, call.batch, call.kv_heads, call.keys, call.value_dim);
  if (finite) return attend(call, stack);
  reference::attention(call, ScoreDoors{stack});
  return {};
}

void attention_scores(const AttentionCall& call, const PositionStack& stack, float* scores) {
  const ScoreDoors doors{stack};
  for_rows(call, scores, [&](int batch, int head, int query, float* row) {
    const float* q = call.query.row(batch, head, query);
    const double query_position = call.query_positions[static_cast<std::size_t>(query)];
    for (int k = 0; k < call.keys; ++k) {
      if (hides(call, batch, head, query, k)) {
        row[k] = -std::numeric_limits<float>::infinity();
        continue;
      }
      float s = simd::dot(q, call.key.row(batch, call.kv_head(head), k), call.head_dim) * call.scale;
      if (call.softcap > 0) s = call.softcap * std::tanh(s / call.softcap);
      s +=
          static_cast<float>(scalar_bias(doors, head, query_position, call.key_positions[static_cast<std::size_t>(k)]));
      row[k] = call.mask ? s + call.mask.at(batch, head, query, k) : s;
    }
  });
}

void weights_from_scores(const AttentionCall& call, float* scores) {
  for_rows(call, scores, [&](int, int, int, float* row) { simd::softmax(row, call.keys); });
}

void bias_matrix(const PositionStack& stack, int heads, std::span<const float> query_positions,
                 std::span<const float> key_positions, float* bias) {
  const ScoreDoors doors{stack};
  for (int h = 0; h < heads; ++h) {
    for (const float query : query_positions) {
      for (const float key : key_positions) *bias++ = static_cast<float>(scalar_bias(doors, h, query, key));
    }
  }
}

}  // namespace whereformer
