// The contract: the six doors through which position enters a Transformer.
//
// An encoding is a struct. It defines a hook only where it acts; unimplemented hooks are no-ops. Hooks compute in double; embed
// also in float, since it adds to a model's rows. distance = key − query everywhere.
//
//   1 embed    template <class T> void embed(std::span<T> row, double position) const          row [d_model], in place
//   2 rotate   void rotate(std::span<double> row, double position, int head, Side side) const   in place
//              PairLayout rotated_pairs() const          rotate only rotates and scales these pairs of channels
//              int rotated_width(int head_dim) const     width of the row; channels past head_dim are zero on entry
//              bool rotates_values() const               absent = values are not rotated
//              bool by_own_position() const              uses the token's own position even if distances are overridden
//              std::span<const double> inverse_frequencies() const    radians per position of each pair
//              double attention_factor() const           factor of cosine and sine
//   3 bias     double distance_bias(int head, double distance) const                             added to the scaled score
//     or       double pair_bias(int head, double query, double key) const
//              bool by_distance() const                  pair_bias depends on key − query alone; absent = no
//              LinearBias linear_bias(int head) const    the same bias as numbers, for lanes
//              bool bias_is_position_product() const     the ledger counts it as position · position
//   4 content  void query_vector(int head, double distance, std::span<double> out) const         q·out is added to q·k
//              void key_vector(int head, double distance, std::span<double> out) const           k·out is added to q·k
//              ProjectedSinusoids sinusoids() const              the query vectors as a projection of sinusoids
//     or       double content(std::span<const double> q, std::span<const double> k, int head, double query,
//                             double key) const                                                  added to q·k
//              bool has_content() const                  absent = always
//     or       void content_row(std::span<const double> q, std::span<const double> products, std::span<const char> seen,
//                               int head, std::span<double> content) const    one query: products q·k, adds to content
//   5 value    void value_vector(int head, double distance, std::span<double> out) const         p·out is added to the output
//   6 visible  bool visible(int head, int query, int key) const
//     and      KeyRange range(int query, int keys) const        the keys that may be seen
//              bool exact_range() const                  every key of the range is seen; absent = no
//
// Before any hook, an encoding may remap position ids or override distances, and around them it may shape the score:
//   Status check_positions(std::span<const float> positions) const   error for ids without a row
//   double place(double position) const                         the position id that doors 1 to 5 see
//   double effective_distance(double query, double key) const   the key − query that a pair counts as: hooks that take a
//                                                               distance see it, rotations see query = −distance and key = 0
//   int reach() const                                           doors 3 to 5 are constant at distances ≥ reach, and constant at
//                                                               distances ≤ −reach; absent = never
//   double cap() const                                          cap · tanh(score / cap) before door 3; 0 = off
//   double dot_scale(const Geometry&) const                     factor of q·k when the caller gives none; called before prepare
//   bool follows_length() const                                 must be prepared again when a text has grown; absent = never
//
// Training asks encodings with learned parameters for one more, once per door where they learn:
//   void learn(const EmbedGradient& g, LearnedGradients& to) const      the gradient of what a hook returned, carried to the
//   void learn(const BiasGradient& g, LearnedGradients& to) const       parameters that `parameters` lists by visit.learned
//   void learn(const VectorGradient& g, LearnedGradients& to) const     (position/learned_gradients.hpp)
//   void learn(const ContentRowGradient& g, LearnedGradients& to) const    and to q and the products, which content_row read
//
// Doors 1 to 5 receive position ids, which may be shifted or gapped. Door 6 receives indices among the keys: what may be seen
// depends on the order in the sequence, not on how it is numbered. Vectors that are passed as `out` are zero on entry.
#pragma once

#include <algorithm>
#include <concepts>
#include <span>

#include "core/status.hpp"
#include "position/rotate_pairs.hpp"
#include "position/sinusoids.hpp"

namespace whereformer {

// The reach of an encoding whose hooks never saturate: beyond every distance of two positions.
inline constexpr int kEndless = 1 << 28;

// Which row is rotated.
enum class Side { query, key, value };

// Inputs of prepare.
struct Geometry {
  int heads = 1;
  int head_dim = 0;     // width of a query or key row
  int d_model = 0;      // width of an embedding row
  double length = 0;    // current length (largest position + 1), for encodings that depend on it
  double scale = 1;     // factor of q·k
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

// slope · x + even · |x| with x = key − query or x = key; or the rounded product that Falcon computes:
// bfloat16(slope · bfloat16(key)) · factor.
struct LinearBias {
  enum class Of { distance, key, rounded_key };

  double slope = 0;
  double even = 0;
  Of of = Of::distance;
  double factor = 1;
};

// The position ids of one pair. Hooks that take a distance, and rotations, see `query` and `key`; hooks that take two positions
// see the tokens' own. They differ only where a part of the stack overrides distances.
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

// Gradients of what the hooks return, as `learn` receives them.
struct EmbedGradient {  // door 1: of what embed adds
  double position = 0;
  std::span<const double> row;  // [d_model]
};
struct BiasGradient {  // door 3
  int head = 0;
  double query = 0;
  double key = 0;
  double value = 0;

  double distance() const { return key - query; }
};
struct VectorGradient {  // doors 4 and 5: of query_vector, key_vector or value_vector
  Side side = Side::query;
  int head = 0;
  double distance = 0;
  std::span<const double> vector;
};
struct ContentRowGradient {  // door 4: of what content_row adds for one query
  int head = 0;
  std::span<const double> q;         // what content_row read
  std::span<const double> products;  // [keys]
  std::span<const char> seen;        // [keys]
  std::span<const double> content;   // [keys]; hidden keys have none
  std::span<double> d_query;         // [head_dim], added to
  std::span<double> d_products;      // [keys], added to where a key is seen
};

class LearnedGradients;

namespace detail {

using Row = std::span<double>;
using ConstRow = std::span<const double>;

}  // namespace detail

// One concept per hook: it has the member, with the right signature.
// clang-format off
template <class E> concept Embeds = requires(const E& e, std::span<float> narrow, detail::Row row, double position) {
  { e.embed(narrow, position) } -> std::same_as<void>;
  { e.embed(row, position) } -> std::same_as<void>;
};
template <class E> concept Rotates = requires(const E& e, detail::Row row, double position, int head, Side side) {
  { e.rotate(row, position, head, side) } -> std::same_as<void>;
};
template <class E> concept RotatesPairs = Rotates<E> && requires(const E& e) { { e.rotated_pairs() } -> std::same_as<PairLayout>; };
template <class E> concept WidensRows = Rotates<E> && requires(const E& e, int width) {
  { e.rotated_width(width) } -> std::same_as<int>;
};
template <class E> concept RotatesValues = Rotates<E> && requires(const E& e) { { e.rotates_values() } -> std::same_as<bool>; };
template <class E> concept RotatesByOwnPosition = Rotates<E> && requires(const E& e) {
  { e.by_own_position() } -> std::same_as<bool>;
};
template <class E> concept HasFrequencies = Rotates<E> && requires(const E& e) {
  { e.inverse_frequencies() } -> std::same_as<detail::ConstRow>;
};
template <class E> concept HasAttentionFactor = Rotates<E> && requires(const E& e) {
  { e.attention_factor() } -> std::same_as<double>;
};
template <class E> concept BiasesByDistance = requires(const E& e, int head, double distance) {
  { e.distance_bias(head, distance) } -> std::same_as<double>;
};
template <class E> concept BiasesByPair = requires(const E& e, int head, double query, double key) {
  { e.pair_bias(head, query, key) } -> std::same_as<double>;
};
template <class E> concept TellsByDistance = BiasesByPair<E> && requires(const E& e) {
  { e.by_distance() } -> std::same_as<bool>;
};
template <class E> concept BiasesLinearly = BiasesByPair<E> && requires(const E& e, int head) {
  { e.linear_bias(head) } -> std::same_as<LinearBias>;
};
template <class E> concept BiasesByProduct = (BiasesByDistance<E> || BiasesByPair<E>) && requires(const E& e) {
  { e.bias_is_position_product() } -> std::same_as<bool>;
};
template <class E> concept HasQueryVector = requires(const E& e, int head, double distance, detail::Row out) {
  { e.query_vector(head, distance, out) } -> std::same_as<void>;
};
template <class E> concept HasKeyVector = requires(const E& e, int head, double distance, detail::Row out) {
  { e.key_vector(head, distance, out) } -> std::same_as<void>;
};
template <class E> concept HasSinusoids = HasQueryVector<E> && requires(const E& e) {
  { e.sinusoids() } -> std::same_as<ProjectedSinusoids>;
};
template <class E> concept HasContent = requires(const E& e, detail::ConstRow row, int head, double query, double key) {
  { e.content(row, row, head, query, key) } -> std::same_as<double>;
};
template <class E> concept TellsContent = HasContent<E> && requires(const E& e) { { e.has_content() } -> std::same_as<bool>; };
template <class E> concept HasContentRow =
    requires(const E& e, detail::ConstRow row, std::span<const char> seen, int head, detail::Row content) {
  { e.content_row(row, row, seen, head, content) } -> std::same_as<void>;
};
template <class E> concept HasValueVector = requires(const E& e, int head, double distance, detail::Row out) {
  { e.value_vector(head, distance, out) } -> std::same_as<void>;
};
template <class E> concept Masks = requires(const E& e, int head, int query, int key, int keys) {
  { e.visible(head, query, key) } -> std::same_as<bool>;
  { e.range(query, keys) } -> std::same_as<KeyRange>;
};
template <class E> concept TellsExactRange = Masks<E> && requires(const E& e) { { e.exact_range() } -> std::same_as<bool>; };
template <class E> concept ChecksPositions = requires(const E& e, std::span<const float> positions) {
  { e.check_positions(positions) } -> std::same_as<Status>;
};
template <class E> concept Places = requires(const E& e, double position) {
  { e.place(position) } -> std::same_as<double>;
};
template <class E> concept SetsDistance = requires(const E& e, double query, double key) {
  { e.effective_distance(query, key) } -> std::same_as<double>;
};
template <class E> concept Reaches = requires(const E& e) { { e.reach() } -> std::same_as<int>; };
template <class E> concept Caps = requires(const E& e) { { e.cap() } -> std::same_as<double>; };
template <class E> concept FollowsLength = requires(const E& e) { { e.follows_length() } -> std::same_as<bool>; };
template <class E> concept SetsScale = requires(const E& e, const Geometry& geometry) {
  { e.dot_scale(geometry) } -> std::same_as<double>;
};
template <class E, class Gradient> concept Takes = requires(const E& e, const Gradient& g, LearnedGradients& to) {
  { e.learn(g, to) } -> std::same_as<void>;
};
template <class E> concept LearnsEmbedding = Embeds<E> && Takes<E, EmbedGradient>;
template <class E> concept LearnsBias = (BiasesByDistance<E> || BiasesByPair<E>) && Takes<E, BiasGradient>;
template <class E> concept LearnsVector = (HasQueryVector<E> || HasKeyVector<E> || HasValueVector<E>) && Takes<E, VectorGradient>;
template <class E> concept LearnsContentRow = HasContentRow<E> && Takes<E, ContentRowGradient>;
// Each gradient that it takes belongs to a door that it has.
template <class E> concept Learns = (LearnsEmbedding<E> || LearnsBias<E> || LearnsVector<E> || LearnsContentRow<E>) &&
    LearnsEmbedding<E> == Takes<E, EmbedGradient> && LearnsBias<E> == Takes<E, BiasGradient> &&
    LearnsVector<E> == Takes<E, VectorGradient> && LearnsContentRow<E> == Takes<E, ContentRowGradient>;
// clang-format on

// Every hook: its concept, its name, what its signature must be.
// clang-format off
#define WHEREFORMER_HOOKS(hook)                                                                                          \
  hook(Embeds, embed, "template <class T> void embed(std::span<T> row, double position) const")                          \
  hook(Rotates, rotate, "void rotate(std::span<double> row, double position, int head, Side side) const")                \
  hook(RotatesPairs, rotated_pairs, "PairLayout rotated_pairs() const, beside rotate")                                                     \
  hook(WidensRows, rotated_width, "int rotated_width(int head_dim) const, beside rotate")                                \
  hook(RotatesValues, rotates_values, "bool rotates_values() const, beside rotate")                                      \
  hook(RotatesByOwnPosition, by_own_position, "bool by_own_position() const, beside rotate")                             \
  hook(HasFrequencies, inverse_frequencies, "std::span<const double> inverse_frequencies() const, beside rotate")        \
  hook(HasAttentionFactor, attention_factor, "double attention_factor() const, beside rotate")                           \
  hook(BiasesByDistance, distance_bias, "double distance_bias(int head, double distance) const")                         \
  hook(BiasesByPair, pair_bias, "double pair_bias(int head, double query, double key) const")                            \
  hook(TellsByDistance, by_distance, "bool by_distance() const, beside pair_bias")                                       \
  hook(BiasesLinearly, linear_bias, "LinearBias linear_bias(int head) const, beside pair_bias")                          \
  hook(BiasesByProduct, bias_is_position_product, "bool bias_is_position_product() const, beside a bias")                \
  hook(HasQueryVector, query_vector, "void query_vector(int head, double distance, std::span<double> out) const")        \
  hook(HasKeyVector, key_vector, "void key_vector(int head, double distance, std::span<double> out) const")              \
  hook(HasSinusoids, sinusoids, "ProjectedSinusoids sinusoids() const, beside query_vector")                                             \
  hook(HasContent, content, "double content(std::span<const double> q, std::span<const double> k, int head, "            \
                            "double query, double key) const")                                                           \
  hook(TellsContent, has_content, "bool has_content() const, beside content")                                            \
  hook(HasContentRow, content_row, "void content_row(std::span<const double> q, std::span<const double> products, "      \
                                   "std::span<const char> seen, int head, std::span<double> content) const")             \
  hook(HasValueVector, value_vector, "void value_vector(int head, double distance, std::span<double> out) const")        \
  hook(Masks, visible, "bool visible(int head, int query, int key) const, beside range")                                 \
  hook(Masks, range, "KeyRange range(int query, int keys) const, beside visible")                                        \
  hook(TellsExactRange, exact_range, "bool exact_range() const, beside visible and range")                               \
  hook(ChecksPositions, check_positions, "Status check_positions(std::span<const float> positions) const")               \
  hook(Places, place, "double place(double position) const")                                                             \
  hook(SetsDistance, effective_distance, "double effective_distance(double query, double key) const")                    \
  hook(Reaches, reach, "int reach() const")                                                                              \
  hook(Caps, cap, "double cap() const")                                                                                  \
  hook(FollowsLength, follows_length, "bool follows_length() const")                                                      \
  hook(SetsScale, dot_scale, "double dot_scale(const Geometry& geometry) const")                                         \
  hook(Learns, learn, "void learn(const BiasGradient& g, LearnedGradients& to) const, or of EmbedGradient, "             \
                      "VectorGradient or ContentRowGradient, beside a hook of that door")
// clang-format on

namespace detail {

// Does E have a member of this name, with any signature? Inheriting a second member of the same name makes `&` of
// it ambiguous exactly when E has one too.
template <class E, class Named>
struct Probe : E, Named {};

#define WHEREFORMER_NAMED(Concept, name, signature) \
  struct Named_##name {                             \
    int name;                                       \
  };                                                \
  template <class E>                                \
  concept Names_##name = !requires { &Probe<E, Named_##name>::name; };
WHEREFORMER_HOOKS(WHEREFORMER_NAMED)
#undef WHEREFORMER_NAMED

}  // namespace detail

// A hook with a wrong signature would be silently ignored; this makes it a compile-time error.
template <class E>
consteval bool honours_contract() {
#define WHEREFORMER_GUARD(Concept, name, signature) \
  static_assert(!detail::Names_##name<E> || Concept<E>, "whereformer: the hook " #name " must be `" signature "`");
  WHEREFORMER_HOOKS(WHEREFORMER_GUARD)
#undef WHEREFORMER_GUARD
  return true;
}

template <class E>
concept Encoding = honours_contract<E>();

}  // namespace whereformer
