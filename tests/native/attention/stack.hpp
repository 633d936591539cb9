// Composition at compile time: Stack{Rope, Alibi, Causal} is an encoding like any other, the union of the hooks of its parts. embed
// and rotate act one after the other, bias and content add, values accumulate, masks intersect, positions are remapped first.
// The functions below call the hooks of any encoding, composed or not, for one pair, in double: the reference is made of them.
#pragma once

#include <tuple>
#include <vector>

#include "position/hooks.hpp"

namespace whereformer {

template <class... E>
struct Stack {
  using is_composed = void;
  std::tuple<E...> parts;

  Stack() = default;
  explicit Stack(E... e)
    requires(sizeof...(E) > 0)
      : parts(std::move(e)...) {}
};

template <class... E>
Stack(E...) -> Stack<E...>;

// visit(part) for every encoding that is not itself composed. Each is checked against the contract.
template <class E, class Visit>
void for_parts(const E& e, Visit&& visit) {
  if constexpr (requires { typename E::is_composed; }) {
    std::apply([&](const auto&... part) { (for_parts(part, visit), ...); }, e.parts);
  } else {
    static_assert(Encoding<E>);
    visit(e);
  }
}

template <class E>
double remapped(const E& e, double position) {
  for_parts(e, [&](const auto& part) {
    if constexpr (Remaps<std::decay_t<decltype(part)>>) position = part.remap(position);
  });
  return position;
}

template <class E>
void override_distance(const E& e, PairPositions& at) {
  for_parts(e, [&](const auto& part) {
    if constexpr (SetsDistance<std::decay_t<decltype(part)>>) {
      at.set_distance(part.effective_distance(at.query, at.key));
    }
  });
}

template <class E>
PairPositions pair_positions(const E& e, double query, double key) {
  PairPositions at{remapped(e, query), remapped(e, key)};
  override_distance(e, at);
  return at;
}

// A row after rotation. `own` is the token's remapped position, which is not `position` where a part of the stack overrides
// distances: parts that rotate by their own position see it.
template <class E>
std::vector<double> rotated(const E& e, std::vector<double> row, double position, int head, Side side, double own) {
  for_parts(e, [&](const auto& part) {
    using Part = std::decay_t<decltype(part)>;
    if constexpr (Rotates<Part>) {
      if constexpr (WidensRows<Part>) {
        row.resize(static_cast<std::size_t>(part.rotated_width(static_cast<int>(row.size()))), 0.0);
      }
      bool turns = side != Side::value;
      if constexpr (RotatesValues<Part>) turns = turns || part.rotates_values();
      double at = position;
      if constexpr (RotatesByOwnPosition<Part>) at = part.by_own_position() ? own : position;
      if (turns) part.rotate(std::span<double>(row), at, head, side);
    }
  });
  return row;
}

template <class E>
bool rotates_values(const E& e) {
  bool turns = false;
  for_parts(e, [&](const auto& part) {
    if constexpr (RotatesValues<std::decay_t<decltype(part)>>) turns = turns || part.rotates_values();
  });
  return turns;
}

inline double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Bias.
template <class E>
double scalar_bias(const E& e, int head, PairPositions at) {
  double sum = 0;
  for_parts(e, [&](const auto& part) {
    using Part = std::decay_t<decltype(part)>;
    if constexpr (BiasesByDistance<Part>) sum += part.distance_bias(head, at.distance());
    if constexpr (BiasesByPair<Part>) {
      bool by_distance = false;
      if constexpr (TellsByDistance<Part>) by_distance = part.by_distance();
      sum += by_distance ? part.pair_bias(head, at.query, at.key) : part.pair_bias(head, at.own_query, at.own_key);
    }
  });
  return sum;
}

// Content, all but its row form; q and k are rows after rotation.
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

// The row form of content.
template <class E>
void add_content_row(const E& e, std::span<const double> q, std::span<const double> products,
                     std::span<const char> seen, int head, std::span<double> content) {
  for_parts(e, [&](const auto& part) {
    if constexpr (HasContentRow<std::decay_t<decltype(part)>>) part.content_row(q, products, seen, head, content);
  });
}

// Values: adds p times the pair's value vector to out.
template <class E>
void add_value(const E& e, std::span<double> out, double p, int head, PairPositions at) {
  for_parts(e, [&](const auto& part) {
    if constexpr (HasValueVector<std::decay_t<decltype(part)>>) {
      std::vector<double> vector(out.size(), 0.0);
      part.value_vector(head, at.distance(), vector);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] += p * vector[i];
    }
  });
}

// Mask.
template <class E>
bool visible(const E& e, int query, int key) {
  bool seen = true;
  for_parts(e, [&](const auto& part) {
    if constexpr (Masks<std::decay_t<decltype(part)>>) seen = seen && part.visible(query, key);
  });
  return seen;
}

// The cap of the last part that has one, else `cap`.
template <class E>
double cap_after(const E& e, double cap) {
  for_parts(e, [&](const auto& part) {
    if constexpr (Caps<std::decay_t<decltype(part)>>) cap = part.cap();
  });
  return cap;
}

}  // namespace whereformer
