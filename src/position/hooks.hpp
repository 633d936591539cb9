// The contract: the six doors through which position enters a Transformer.
//
// An encoding is a struct. It has a hook only where it acts; the kernels ask by concept, so an encoding without a hook
// costs nothing. T is float or double. I is float, double or a batch of SIMD lanes: write the line once, with
// arithmetic and the free functions abs, min and max only (no `if` on lanes).
//
//   1 embed    template <class T> void embed(std::span<T> row, double position) const         row [d_model], in place
//   2 rotate   template <class T> void rotate(std::span<T> row, double position, int head) const   row [d_head], in place
//   3 bias     template <class I> I bias(int head, I query, I key) const                       added to the scaled score
//     or       double distance_bias(int head, int distance) const                             distance = key − query
//   4 content  template <class T> T content(std::span<const T> q, std::span<const T> k, int head, double query,
//                                           double key) const                                 added to the scaled score
//   5 value    template <class T> void value(std::span<T> out, T p, int head, double query, double key) const
//   6 visible  template <class I> auto visible(int head, I query, I key) const                 bool, or a mask of lanes
//     range    KeyRange range(int query, int keys) const                                      the keys that may be seen
//
// Doors 1 to 5 receive position ids, which may be shifted or gapped. Door 6 receives indices: what may be seen
// depends on the order in the sequence, not on how it is numbered.
#pragma once

#include <algorithm>
#include <concepts>
#include <span>

#include "core/status.hpp"

namespace whereformer {

// What an encoding may need to know before it is used.
struct Geometry {
  int heads = 1;
  int head_dim = 0;   // width of a query or key row
  int d_model = 0;    // width of an embedding row
  double length = 0;  // tokens in sight (largest position + 1), for encodings that look at it

  // The same with the length that these positions reach.
  Geometry over(std::span<const float> positions) const {
    Geometry longer = *this;
    for (const float p : positions) longer.length = std::max(longer.length, p + 1.0);
    return longer;
  }

  // Encodings keep small arrays per head and per pair: bounded here, once.
  Status check() const {
    constexpr int kMost = 1 << 16;
    if (heads < 1 || heads > kMost) return value_error("heads", heads, "1 to 65536 heads");
    if (head_dim < 0 || head_dim > kMost) return value_error("headDim", head_dim, "a width of at most 65536");
    if (d_model < 0 || d_model > 1 << 24) return value_error("dim", d_model, "a width of at most 2^24");
    return {};
  }
};

// Keys first … last − 1.
struct KeyRange {
  int first = 0;
  int last = 0;

  KeyRange intersect(KeyRange other) const { return {std::max(first, other.first), std::min(last, other.last)}; }
  bool empty() const { return last <= first; }
};

namespace detail {

// Has the operations that a lane-generic hook may use, and nothing else.
struct LaneArchetype {
  LaneArchetype() = default;
  LaneArchetype(float) {}
};
LaneArchetype operator+(LaneArchetype, LaneArchetype);
LaneArchetype operator-(LaneArchetype, LaneArchetype);
LaneArchetype operator*(LaneArchetype, LaneArchetype);
LaneArchetype abs(LaneArchetype);

template <class E, class T>
concept EmbedsIn = requires(const E& e, std::span<T> row, double position) {
  { e.embed(row, position) } -> std::same_as<void>;
};

template <class E, class T>
concept RotatesIn = requires(const E& e, std::span<T> row, double position, int head) {
  { e.rotate(row, position, head) } -> std::same_as<void>;
};

template <class E, class I>
concept BiasesIn = requires(const E& e, int head, I query, I key) {
  { e.bias(head, query, key) } -> std::same_as<I>;
};

template <class E, class T>
concept ContentIn =
    requires(const E& e, std::span<const T> q, std::span<const T> k, int head, double query, double key) {
      { e.content(q, k, head, query, key) } -> std::same_as<T>;
    };

template <class E, class T>
concept ValuesIn = requires(const E& e, std::span<T> out, T p, int head, double query, double key) {
  { e.value(out, p, head, query, key) } -> std::same_as<void>;
};

}  // namespace detail

template <class E>
concept Embeds = detail::EmbedsIn<E, float> && detail::EmbedsIn<E, double>;

template <class E>
concept Rotates = detail::RotatesIn<E, float> && detail::RotatesIn<E, double>;

template <class E>
concept Biases =
    detail::BiasesIn<E, float> && detail::BiasesIn<E, double> && detail::BiasesIn<E, detail::LaneArchetype>;

// A bias that depends on key − query alone can be read from a 1-D table.
template <class E>
concept BiasesByDistance = requires(const E& e, int head, int distance) {
  { e.distance_bias(head, distance) } -> std::same_as<double>;
};

template <class E>
concept HasContent = detail::ContentIn<E, float> && detail::ContentIn<E, double>;

template <class E>
concept HasValue = detail::ValuesIn<E, float> && detail::ValuesIn<E, double>;

template <class E>
concept Masks = requires(const E& e, int head, int query, int key, int keys) {
  { e.visible(head, query, key) } -> std::same_as<bool>;
  { e.range(query, keys) } -> std::same_as<KeyRange>;
};

namespace detail {

// Does E have a member of this name, whatever its signature? Inheriting a second member of the same name makes `&` of
// it ambiguous exactly when E has one too.
// clang-format off
struct NamedEmbed { int embed; };
struct NamedRotate { int rotate; };
struct NamedBias { int bias; };
struct NamedDistanceBias { int distance_bias; };
struct NamedContent { int content; };
struct NamedValue { int value; };
struct NamedVisible { int visible; };
struct NamedRange { int range; };
// clang-format on
template <class E, class Named>
struct Probe : E, Named {};

template <class E>
concept NamesEmbed = !requires { &Probe<E, NamedEmbed>::embed; };
template <class E>
concept NamesRotate = !requires { &Probe<E, NamedRotate>::rotate; };
template <class E>
concept NamesBias = !requires { &Probe<E, NamedBias>::bias; };
template <class E>
concept NamesDistanceBias = !requires { &Probe<E, NamedDistanceBias>::distance_bias; };
template <class E>
concept NamesContent = !requires { &Probe<E, NamedContent>::content; };
template <class E>
concept NamesValue = !requires { &Probe<E, NamedValue>::value; };
template <class E>
concept NamesMask = !requires { &Probe<E, NamedVisible>::visible; } || !requires { &Probe<E, NamedRange>::range; };

}  // namespace detail

// A misspelt signature would silently be no hook at all; this makes it a sentence at compile time.
// (A composition has no signatures of its own: its parts were checked.)
template <class E>
concept Composed = requires { typename E::is_composed; };

template <class E>
consteval bool honours_contract() {
  static_assert(!detail::NamesEmbed<E> || Embeds<E>,
                "whereformer: door 1 must be `template <class T> void embed(std::span<T> row, double position) const`");
  static_assert(!detail::NamesRotate<E> || Rotates<E>,
                "whereformer: door 2 must be `template <class T> void rotate(std::span<T> row, double position, int "
                "head) const`");
  static_assert(!detail::NamesBias<E> || Biases<E>,
                "whereformer: door 3 must be `template <class I> I bias(int head, I query, I key) const`");
  static_assert(!detail::NamesDistanceBias<E> || BiasesByDistance<E>,
                "whereformer: door 3 by distance must be `double distance_bias(int head, int distance) const`");
  static_assert(!detail::NamesContent<E> || HasContent<E>,
                "whereformer: door 4 must be `template <class T> T content(std::span<const T> q, std::span<const T> k, "
                "int head, double query, double key) const`");
  static_assert(!detail::NamesValue<E> || HasValue<E>,
                "whereformer: door 5 must be `template <class T> void value(std::span<T> out, T p, int head, "
                "double query, double key) const`");
  static_assert(
      !detail::NamesMask<E> || Masks<E>,
      "whereformer: door 6 must be both `template <class I> auto visible(int head, I query, I key) const` and "
      "`KeyRange range(int query, int keys) const`");
  return true;
}

template <class E>
concept Encoding = Composed<E> || honours_contract<E>();

}  // namespace whereformer
