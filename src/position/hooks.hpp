// The contract: the six doors through which position enters a Transformer.
//
// An encoding is a struct. It has a hook only where it acts; the kernels ask by concept, so an encoding without a hook
// costs nothing. T is float or double. I is float, double or a batch of SIMD lanes: write the line once, with
// arithmetic and the free functions abs, min and max only (no `if` on lanes). distance = key − query everywhere.
//
//   1 embed    template <class T> void embed(std::span<T> row, double position) const         row [d_model], in place
//   2 rotate   template <class T> void rotate(std::span<T> row, double position, int head, Side side) const    in place
//              PairLayout turns() const                      it does nothing but turn and scale these pairs: tables serve
//              int rotated_width(int head_dim) const         the row is that wide; past head_dim it comes filled with 0
//              std::span<const double> inverse_frequencies() const   radians per position of each pair
//              double attention_factor() const               what cosine and sine are multiplied with, beside
//              bool rotates_values() const                   absent = values are left alone
//              static constexpr bool by_own_position = true  sees the token's position even where distances are set
//   3 bias     template <class I> I bias(int head, I query, I key) const                       added to the scaled score
//     or       double distance_bias(int head, double distance) const
//     or       double pair_bias(int head, double query, double key) const
//   4 content  void query_vector(int head, double distance, std::span<double> out) const       q·out is added to q·k
//              void key_vector(int head, double distance, std::span<double> out) const         k·out is added to q·k
//              int reach() const                             doors 3 to 5 say one thing at all distances ≥ reach, and one at
//                                                            all ≤ −reach; absent = never
//     or       template <class T> T content(std::span<const T> q, std::span<const T> k, int head, double query,
//                                           double key) const                                  added to q·k
//              bool has_content() const                      absent = always
//     or       void content_row(std::span<const double> q, std::span<const double> products, std::span<const char> seen,
//                               int head, std::span<double> content) const       one query: products q·k, adds to content
//   5 value    void value_vector(int head, double distance, std::span<double> out) const       p·out is added to the output
//     or       template <class T> void value(std::span<T> out, T p, int head, double query, double key) const
//   6 visible  template <class I> auto visible(int head, I query, I key) const                 bool, or a mask of lanes
//     range    KeyRange range(int query, int keys) const                                       the keys that may be seen
//              bool exact_range() const                      the range says everything
//
// Before the doors, an encoding may renumber positions, and around them it may shape the score:
//   double place(double position) const                         the position id that doors 1 to 5 see
//   double effective_distance(double query, double key) const   the key − query that a pair counts as: hooks that take a
//                                                               distance see it, turns see query = −distance and key = 0
//   double cap() const                                          cap · tanh(score / cap) before door 3; 0 = off
//   double dot_scale(const Geometry&) const                     what q·k is multiplied with when the caller does not say;
//                                                               asked before prepare
//   bool follows_length() const                                 must be prepared again when a text has grown; absent = never
//
// Doors 1 to 5 receive position ids, which may be shifted or gapped. Door 6 receives indices among the keys: what may be seen
// depends on the order in the sequence, not on how it is numbered. Vectors that are asked for (out) come filled with 0.
#pragma once

#include <algorithm>
#include <concepts>
#include <span>

#include "core/status.hpp"
#include "position/turn.hpp"

namespace whereformer {

// The reach of what never stops changing: beyond every distance of two positions.
inline constexpr int kEndless = 1 << 28;

// Whose row is turned.
enum class Side { query, key, value };

// What an encoding may need to know before it is used.
struct Geometry {
  int heads = 1;
  int head_dim = 0;     // width of a query or key row
  int d_model = 0;      // width of an embedding row
  double length = 0;    // tokens in sight (largest position + 1), for encodings that look at it
  double scale = 1;     // what q·k is multiplied with
  int value_dim = 0;    // width of a value row; 0 = unknown
  double capacity = 0;  // length that a growing text may reach; 0 = the text does not grow

  // For encodings whose cached keys must stay comparable while the text grows.
  double final_length() const { return std::max(length, capacity); }

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
concept RotatesIn = requires(const E& e, std::span<T> row, double position, int head, Side side) {
  { e.rotate(row, position, head, side) } -> std::same_as<void>;
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

template <class E>
concept TurnsPairs = Rotates<E> && requires(const E& e) {
  { e.turns() } -> std::same_as<PairLayout>;
};

// A bias that depends on key − query alone can be read from a 1-D table.
template <class E>
concept BiasesByDistance = requires(const E& e, int head, double distance) {
  { e.distance_bias(head, distance) } -> std::same_as<double>;
};

template <class E>
concept BiasesByPair = requires(const E& e, int head, double query, double key) {
  { e.pair_bias(head, query, key) } -> std::same_as<double>;
};

template <class E>
concept HasQueryVector = requires(const E& e, int head, double distance, std::span<double> out) {
  { e.query_vector(head, distance, out) } -> std::same_as<void>;
};

template <class E>
concept HasKeyVector = requires(const E& e, int head, double distance, std::span<double> out) {
  { e.key_vector(head, distance, out) } -> std::same_as<void>;
};

template <class E>
concept HasContent = detail::ContentIn<E, float> && detail::ContentIn<E, double>;

template <class E>
concept HasContentRow =
    requires(const E& e, std::span<const double> in, std::span<const char> seen, int head, std::span<double> out) {
      { e.content_row(in, in, seen, head, out) } -> std::same_as<void>;
    };

template <class E>
concept HasValueVector = requires(const E& e, int head, double distance, std::span<double> out) {
  { e.value_vector(head, distance, out) } -> std::same_as<void>;
};

template <class E>
concept HasValue = detail::ValuesIn<E, float> && detail::ValuesIn<E, double>;

template <class E>
concept Masks = requires(const E& e, int head, int query, int key, int keys) {
  { e.visible(head, query, key) } -> std::same_as<bool>;
  { e.range(query, keys) } -> std::same_as<KeyRange>;
};

template <class E>
concept Places = requires(const E& e, double position) {
  { e.place(position) } -> std::same_as<double>;
};

template <class E>
concept SetsDistance = requires(const E& e, double query, double key) {
  { e.effective_distance(query, key) } -> std::same_as<double>;
};

template <class E>
concept Caps = requires(const E& e) {
  { e.cap() } -> std::same_as<double>;
};

template <class E>
concept Reaches = requires(const E& e) {
  { e.reach() } -> std::same_as<int>;
};

template <class E>
concept FollowsLength = requires(const E& e) {
  { e.follows_length() } -> std::same_as<bool>;
};

template <class E>
concept SetsScale = requires(const E& e, const Geometry& geometry) {
  { e.dot_scale(geometry) } -> std::same_as<double>;
};

namespace detail {

// Does E have a member of this name, whatever its signature? Inheriting a second member of the same name makes `&` of
// it ambiguous exactly when E has one too.
// clang-format off
struct NamedEmbed { int embed; };
struct NamedRotate { int rotate; };
struct NamedBias { int bias; };
struct NamedDistanceBias { int distance_bias; };
struct NamedPairBias { int pair_bias; };
struct NamedQueryVector { int query_vector; };
struct NamedKeyVector { int key_vector; };
struct NamedContent { int content; };
struct NamedContentRow { int content_row; };
struct NamedValueVector { int value_vector; };
struct NamedValue { int value; };
struct NamedPlace { int place; };
struct NamedEffectiveDistance { int effective_distance; };
struct NamedCap { int cap; };
struct NamedDotScale { int dot_scale; };
struct NamedReach { int reach; };
struct NamedFollowsLength { int follows_length; };
struct NamedTurns { int turns; };
struct NamedVisible { int visible; };
struct NamedRange { int range; };
// clang-format on
template <class E, class Named>
struct Probe : E, Named {};

// clang-format off
template <class E> concept NamesEmbed = !requires { &Probe<E, NamedEmbed>::embed; };
template <class E> concept NamesRotate = !requires { &Probe<E, NamedRotate>::rotate; };
template <class E> concept NamesBias = !requires { &Probe<E, NamedBias>::bias; };
template <class E> concept NamesDistanceBias = !requires { &Probe<E, NamedDistanceBias>::distance_bias; };
template <class E> concept NamesPairBias = !requires { &Probe<E, NamedPairBias>::pair_bias; };
template <class E> concept NamesQueryVector = !requires { &Probe<E, NamedQueryVector>::query_vector; };
template <class E> concept NamesKeyVector = !requires { &Probe<E, NamedKeyVector>::key_vector; };
template <class E> concept NamesContent = !requires { &Probe<E, NamedContent>::content; };
template <class E> concept NamesContentRow = !requires { &Probe<E, NamedContentRow>::content_row; };
template <class E> concept NamesValueVector = !requires { &Probe<E, NamedValueVector>::value_vector; };
template <class E> concept NamesValue = !requires { &Probe<E, NamedValue>::value; };
template <class E> concept NamesMask =
    !requires { &Probe<E, NamedVisible>::visible; } || !requires { &Probe<E, NamedRange>::range; };
template <class E> concept NamesPlace = !requires { &Probe<E, NamedPlace>::place; };
template <class E> concept NamesEffectiveDistance =
    !requires { &Probe<E, NamedEffectiveDistance>::effective_distance; };
template <class E> concept NamesCap = !requires { &Probe<E, NamedCap>::cap; };
template <class E> concept NamesDotScale = !requires { &Probe<E, NamedDotScale>::dot_scale; };
template <class E> concept NamesReach = !requires { &Probe<E, NamedReach>::reach; };
template <class E> concept NamesFollowsLength = !requires { &Probe<E, NamedFollowsLength>::follows_length; };
template <class E> concept NamesTurns = !requires { &Probe<E, NamedTurns>::turns; };
// clang-format on

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
                "head, Side side) const`");
  static_assert(!detail::NamesBias<E> || Biases<E>,
                "whereformer: door 3 must be `template <class I> I bias(int head, I query, I key) const`");
  static_assert(!detail::NamesDistanceBias<E> || BiasesByDistance<E>,
                "whereformer: door 3 by distance must be `double distance_bias(int head, double distance) const`");
  static_assert(!detail::NamesPairBias<E> || BiasesByPair<E>,
                "whereformer: door 3 by pair must be `double pair_bias(int head, double query, double key) const`");
  static_assert(!detail::NamesQueryVector<E> || HasQueryVector<E>,
                "whereformer: door 4 by distance must be `void query_vector(int head, double distance, "
                "std::span<double> out) const`");
  static_assert(!detail::NamesKeyVector<E> || HasKeyVector<E>,
                "whereformer: door 4 by distance must be `void key_vector(int head, double distance, std::span<double> "
                "out) const`");
  static_assert(!detail::NamesContent<E> || HasContent<E>,
                "whereformer: door 4 must be `template <class T> T content(std::span<const T> q, std::span<const T> k, "
                "int head, double query, double key) const`");
  static_assert(!detail::NamesContentRow<E> || HasContentRow<E>,
                "whereformer: door 4 by row must be `void content_row(std::span<const double> q, std::span<const "
                "double> products, std::span<const char> seen, int head, std::span<double> content) const`");
  static_assert(!detail::NamesValueVector<E> || HasValueVector<E>,
                "whereformer: door 5 by distance must be `void value_vector(int head, double distance, "
                "std::span<double> out) const`");
  static_assert(!detail::NamesValue<E> || HasValue<E>,
                "whereformer: door 5 must be `template <class T> void value(std::span<T> out, T p, int head, "
                "double query, double key) const`");
  static_assert(
      !detail::NamesMask<E> || Masks<E>,
      "whereformer: door 6 must be both `template <class I> auto visible(int head, I query, I key) const` and "
      "`KeyRange range(int query, int keys) const`");
  static_assert(!detail::NamesPlace<E> || Places<E>,
                "whereformer: positions are renumbered by `double place(double position) const`");
  static_assert(!detail::NamesEffectiveDistance<E> || SetsDistance<E>,
                "whereformer: distances are renumbered by `double effective_distance(double query, double key) const`");
  static_assert(!detail::NamesCap<E> || Caps<E>, "whereformer: scores are capped by `double cap() const`");
  static_assert(!detail::NamesDotScale<E> || SetsScale<E>,
                "whereformer: a scale of its own is `double dot_scale(const Geometry& geometry) const`");
  static_assert(!detail::NamesReach<E> || Reaches<E>, "whereformer: how far distances count is `int reach() const`");
  static_assert(!detail::NamesFollowsLength<E> || FollowsLength<E>,
                "whereformer: dependence on the length is `bool follows_length() const`");
  static_assert(!detail::NamesTurns<E> || TurnsPairs<E>,
                "whereformer: turned pairs are told by `PairLayout turns() const`, beside rotate");
  return true;
}

template <class E>
concept Encoding = Composed<E> || honours_contract<E>();

}  // namespace whereformer
