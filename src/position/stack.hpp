// Composition: the union of hooks. Stack{Rope, Alibi, Causal} is an encoding like any other.
// embed and rotate act one after the other, bias and content add, value accumulates, masks intersect, positions are
// renumbered before any door opens.
//
// The free functions below ask any encoding, composed or not, for one pair in double: they are what the reference is made of.
#pragma once

#include <tuple>
#include <vector>

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
  void rotate(std::span<T> row, double position, int head, Side side) const
    requires(Rotates<E> || ...)
  {
    each([&](const auto& part) {
      if constexpr (Rotates<std::decay_t<decltype(part)>>) part.rotate(row, position, head, side);
    });
  }

  // Lanes can be added only where every biasing part is lane-generic; otherwise ask scalar_bias, or lower to a table.
  template <class I>
  I bias(int head, I query, I key) const
    requires((Biases<E> || ...) && !(BiasesByDistance<E> || ...) && !(BiasesByPair<E> || ...))
  {
    I sum = I(0.0F);
    each([&](const auto& part) {
      if constexpr (Biases<std::decay_t<decltype(part)>>) sum = sum + part.bias(head, query, key);
    });
    return sum;
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

// visit(part) for every encoding that is not itself composed.
template <class E, class Visit>
void for_parts(const E& e, Visit&& visit) {
  if constexpr (Composed<E>) {
    e.each([&](const auto& part) { for_parts(part, visit); });
  } else {
    visit(e);
  }
}

// The position ids of one pair. Hooks that take a distance, and turns, see `query` and `key`; hooks that take two positions see
// the tokens' own. They differ only where a part of the stack sets distances.
struct PairPositions {
  double query = 0;
  double key = 0;
  double own_query = 0;
  double own_key = 0;

  PairPositions() = default;
  PairPositions(double q, double k) : query(q), key(k), own_query(q), own_key(k) {}

  double distance() const { return key - query; }
  void set_distance(double distance) {
    query = -distance;
    key = 0;
  }
};

template <class E>
double placed(const E& e, double position) {
  for_parts(e, [&](const auto& part) {
    if constexpr (Places<std::decay_t<decltype(part)>>) position = part.place(position);
  });
  return position;
}

template <class E>
PairPositions pair_positions(const E& e, double query, double key) {
  PairPositions at{placed(e, query), placed(e, key)};
  for_parts(e, [&](const auto& part) {
    if constexpr (SetsDistance<std::decay_t<decltype(part)>>) {
      at.set_distance(part.effective_distance(at.query, at.key));
    }
  });
  return at;
}

// A row in double behind door 2. `own` is the token's placed position, which is not `position` where a part of the stack sets
// distances: parts that go by their own position (E::by_own_position) see it.
template <class E>
std::vector<double> rotated(const E& e, std::vector<double> row, double position, int head, Side side, double own) {
  for_parts(e, [&](const auto& part) {
    using Part = std::decay_t<decltype(part)>;
    if constexpr (Rotates<Part>) {
      if constexpr (requires { part.rotated_width(1); }) {
        row.resize(static_cast<std::size_t>(part.rotated_width(static_cast<int>(row.size()))), 0.0);
      }
      bool turns = side != Side::value;
      if constexpr (requires { part.rotates_values(); }) turns = turns || part.rotates_values();
      const double at = requires { Part::by_own_position; } ? own : position;
      if (turns) part.rotate(std::span<double>(row), at, head, side);
    }
  });
  return row;
}

inline double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Door 3.
template <class E>
double scalar_bias(const E& e, int head, PairPositions at) {
  double sum = 0;
  for_parts(e, [&](const auto& part) {
    using Part = std::decay_t<decltype(part)>;
    if constexpr (Biases<Part>) {
      bool by_distance = false;
      if constexpr (requires { part.by_distance(); }) by_distance = part.by_distance();
      sum += by_distance ? part.bias(head, at.query, at.key) : part.bias(head, at.own_query, at.own_key);
    }
    if constexpr (BiasesByDistance<Part>) sum += part.distance_bias(head, at.distance());
    if constexpr (BiasesByPair<Part>) sum += part.pair_bias(head, at.own_query, at.own_key);
  });
  return sum;
}

// Door 4, all but its row form; q and k are behind door 2.
template <class E>
double pair_content(const E& e, std::span<const double> q, std::span<const double> k, int head, PairPositions at) {
  double sum = 0;
  for_parts(e, [&](const auto& part) {
    using Part = std::decay_t<decltype(part)>;
    std::vector<double> vector(q.size(), 0.0);
    if constexpr (HasQueryVector<Part>) {
      part.query_vector(head, at.distance(), vector);
      sum += dot(q, vector);
    }
    if constexpr (HasKeyVector<Part>) {
      std::fill(vector.begin(), vector.end(), 0.0);
      part.key_vector(head, at.distance(), vector);
      sum += dot(k, vector);
    }
    if constexpr (HasContent<Part>) sum += part.content(q, k, head, at.own_query, at.own_key);
  });
  return sum;
}

// Door 5: adds p times what the pair's position says to out.
template <class E>
void add_value(const E& e, std::span<double> out, double p, int head, PairPositions at) {
  for_parts(e, [&](const auto& part) {
    using Part = std::decay_t<decltype(part)>;
    if constexpr (HasValueVector<Part>) {
      std::vector<double> vector(out.size(), 0.0);
      part.value_vector(head, at.distance(), vector);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] += p * vector[i];
    }
    if constexpr (HasValue<Part>) part.value(out, p, head, at.own_query, at.own_key);
  });
}

}  // namespace whereformer
