// Composition: the union of hooks. Stack{Rope, Alibi, Causal} is an encoding like any other.
// embed and rotate act one after the other, bias and content add, value accumulates, masks intersect.
#pragma once

#include <tuple>

#include "position/hooks.hpp"

namespace whereformer {

template <class... E>
  requires(Encoding<E> && ...)
struct Stack {
  using is_composed = void;
  std::tuple<E...> parts;

  Stack() = default;
  explicit Stack(E... e)
    requires(sizeof...(E) > 0)
      : parts(std::move(e)...) {}

  template <class Visit>
  void each(Visit&& visit) const {
    std::apply([&](const auto&... part) { (visit(part), ...); }, parts);
  }

  template <class T>
  void embed(std::span<T> row, double position) const
    requires(Embeds<E> || ...)
  {
    each([&](const auto& part) {
      if constexpr (Embeds<std::decay_t<decltype(part)>>) part.embed(row, position);
    });
  }

  template <class T>
  void rotate(std::span<T> row, double position, int head) const
    requires(Rotates<E> || ...)
  {
    each([&](const auto& part) {
      if constexpr (Rotates<std::decay_t<decltype(part)>>) part.rotate(row, position, head);
    });
  }

  // Lanes can be added only where every biasing part is lane-generic; otherwise ask scalar_bias, or lower to a table.
  template <class I>
  I bias(int head, I query, I key) const
    requires((Biases<E> || ...) && !(BiasesByDistance<E> || ...))
  {
    I sum = I(0.0F);
    each([&](const auto& part) {
      if constexpr (Biases<std::decay_t<decltype(part)>>) sum = sum + part.bias(head, query, key);
    });
    return sum;
  }

  template <class T>
  T content(std::span<const T> q, std::span<const T> k, int head, double query, double key) const
    requires(HasContent<E> || ...)
  {
    T sum = 0;
    each([&](const auto& part) {
      if constexpr (HasContent<std::decay_t<decltype(part)>>) sum += part.content(q, k, head, query, key);
    });
    return sum;
  }

  template <class T>
  void value(std::span<T> out, T p, int head, double query, double key) const
    requires(HasValue<E> || ...)
  {
    each([&](const auto& part) {
      if constexpr (HasValue<std::decay_t<decltype(part)>>) part.value(out, p, head, query, key);
    });
  }

  template <class I>
  auto visible(int head, I query, I key) const
    requires(Masks<E> || ...)
  {
    auto seen = I(0) <= I(0);
    each([&](const auto& part) {
      if constexpr (Masks<std::decay_t<decltype(part)>>) seen = seen && part.visible(head, query, key);
    });
    return seen;
  }

  KeyRange range(int query, int keys) const
    requires(Masks<E> || ...)
  {
    KeyRange seen{0, keys};
    each([&](const auto& part) {
      if constexpr (Masks<std::decay_t<decltype(part)>>) seen = seen.intersect(part.range(query, keys));
    });
    return seen;
  }
};

template <class... E>
Stack(E...) -> Stack<E...>;

// Door 3 in one form, for callers that hold scalars: the sum over parts, tables asked for whole distances.
template <class E>
double scalar_bias(const E& e, int head, double query, double key) {
  double sum = 0;
  if constexpr (Composed<E>) {
    e.each([&](const auto& part) { sum += scalar_bias(part, head, query, key); });
  } else {
    if constexpr (Biases<E>) sum += e.bias(head, query, key);
    if constexpr (BiasesByDistance<E>) sum += e.distance_bias(head, static_cast<int>(key - query));
  }
  return sum;
}

}  // namespace whereformer
