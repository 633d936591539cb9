// An encoding as an AnyEncoding: the hooks that it lacks are no-ops.
#pragma once

#include "core/make.hpp"
#include "position/stack.hpp"

namespace whereformer {

template <Encoding E>
class Hooked final : public AnyEncoding {
 public:
  Hooked() = default;
  explicit Hooked(E encoding) : e_(std::move(encoding)) {}

  E& encoding() { return e_; }
  const E& encoding() const { return e_; }

  const char* type() const override { return E::type; }

  unsigned hooks() const override {
    unsigned hooks = 0;
#define HOOK_BY_HAND(name, Concept, signature, bits) \
  if constexpr (Concept<E>) hooks |= bits;
#define HOOK_BESIDE(name, Concept, Return, Parameters, bits, condition, words) HOOK_BY_HAND(name, Concept, "", bits)
#define HOOK_ANSWER(name, Concept, if_true, if_false, condition, words) \
  if constexpr (Concept<E>) hooks ^= e_.name() ? unsigned{if_true} : unsigned{if_false};
#include "position/hook_list.inc"
    return hooks;
  }

  void parameters(ParameterVisitor& visit) override { e_.parameters(visit); }
  Status prepare(const Geometry& geometry) override { return e_.prepare(geometry); }
  Status check_positions(std::span<const float> positions) const override {
    if constexpr (ChecksPositions<E>) return e_.check_positions(positions);
    return {};
  }
  double remap(double position) const override {
    if constexpr (Remaps<E>) return e_.remap(position);
    return position;
  }
  double effective_distance(double query, double key) const override {
    if constexpr (SetsDistance<E>) return e_.effective_distance(query, key);
    return key - query;
  }
  int saturation_distance() const override {
    if constexpr (Saturates<E>) return e_.saturation_distance();
    return kEndless;
  }
  double cap() const override {
    if constexpr (Caps<E>) return e_.cap();
    return 0;
  }
  double dot_scale(const Geometry& geometry) const override {
    if constexpr (SetsScale<E>) return e_.dot_scale(geometry);
    return kAbsent;
  }
  bool follows_length() const override {
    if constexpr (FollowsLength<E>) return e_.follows_length();
    return false;
  }
  void embed([[maybe_unused]] std::span<float> row, [[maybe_unused]] double position) const override {
    if constexpr (Embeds<E>) e_.embed(row, position);
  }
  int rotated_width(int head_dim) const override {
    if constexpr (WidensRows<E>) return e_.rotated_width(head_dim);
    return head_dim;
  }
  PairLayout rotated_pairs() const override {
    if constexpr (RotatesPairs<E>) return e_.rotated_pairs();
    return {};
  }
  std::span<const double> inverse_frequencies() const override {
    if constexpr (HasFrequencies<E>) return e_.inverse_frequencies();
    return {};
  }
  double attention_factor() const override {
    if constexpr (HasAttentionFactor<E>) return e_.attention_factor();
    return 1;
  }
  void rotate([[maybe_unused]] std::span<double> row, [[maybe_unused]] double position, [[maybe_unused]] int head,
              [[maybe_unused]] Side side) const override {
    if constexpr (Rotates<E>) e_.rotate(row, position, head, side);
  }
  double bias([[maybe_unused]] int head, [[maybe_unused]] PairPositions at) const override {
    double sum = 0;
    if constexpr (BiasesByDistance<E>) sum += e_.distance_bias(head, at.distance());
    if constexpr (BiasesByPair<E>) {
      sum += by_distance() ? e_.pair_bias(head, at.query, at.key) : e_.pair_bias(head, at.own_query, at.own_key);
    }
    return sum;
  }
  LinearBias linear_bias([[maybe_unused]] int head) const override {
    if constexpr (BiasesLinearly<E>) return e_.linear_bias(head);
    return {};
  }
  ProjectedSinusoids sinusoids() const override {
    if constexpr (HasSinusoids<E>) return e_.sinusoids();
    return {};
  }
  void distance_vector([[maybe_unused]] Side side, [[maybe_unused]] int head, [[maybe_unused]] double distance,
                       [[maybe_unused]] std::span<double> out) const override {
    if constexpr (HasQueryVector<E>) {
      if (side == Side::query) e_.query_vector(head, distance, out);
    }
    if constexpr (HasKeyVector<E>) {
      if (side == Side::key) e_.key_vector(head, distance, out);
    }
    if constexpr (HasValueVector<E>) {
      if (side == Side::value) e_.value_vector(head, distance, out);
    }
  }
  double content([[maybe_unused]] std::span<const double> q, [[maybe_unused]] std::span<const double> k,
                 [[maybe_unused]] int head, [[maybe_unused]] PairPositions at) const override {
    if constexpr (HasContent<E>) return e_.content(q, k, head, at.own_query, at.own_key);
    return 0;
  }
  void content_row([[maybe_unused]] std::span<const double> q, [[maybe_unused]] std::span<const double> products,
                   [[maybe_unused]] std::span<const char> seen, [[maybe_unused]] int head,
                   [[maybe_unused]] std::span<double> content) const override {
    if constexpr (HasContentRow<E>) e_.content_row(q, products, seen, head, content);
  }
  bool visible([[maybe_unused]] int query, [[maybe_unused]] int key) const override {
    if constexpr (Masks<E>) return e_.visible(query, key);
    return true;
  }
  KeyRange range([[maybe_unused]] int query, int keys) const override {
    if constexpr (Masks<E>) return e_.range(query, keys);
    return {0, keys};
  }

 private:
  bool by_distance() const {
    if constexpr (TellsByDistance<E>) return e_.by_distance();
    return false;
  }

  E e_;
};

template <Encoding E>
Status PositionStack::add(E encoding) {
  std::unique_ptr<AnyEncoding> part;
  TRY(make<Hooked<E>>(part, std::move(encoding)));
  return add(std::move(part));
}

}  // namespace whereformer
