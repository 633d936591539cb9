// The contract: the hooks through which position enters a Transformer.
//
// An encoding is a struct. It defines a hook only where it acts; unimplemented hooks are no-ops. hook_list.inc lists every hook
// with its signature, in the order in which position enters: embed, rotate, bias, content, value, visible.
//
// Hooks compute in double; embed also in float, since it adds to a model's rows. distance = key − query everywhere. Every hook but
// the mask receives position ids, which may be shifted or gapped. The mask receives indices among the keys: what may be seen depends on the
// order in the sequence, not on how it is numbered.
//
// Const hooks are re-entrant and allocate nothing, so that threads may call them at once. An encoding whose hooks write to
// memory of its own says so by `one_thread`. `learn` may write there: one thread calls it.
#pragma once

#include <algorithm>
#include <concepts>
#include <span>

#include "core/status.hpp"
#include "position/rotate_pairs.hpp"
#include "position/sinusoids.hpp"

namespace whereformer {

// The saturation distance of an encoding whose hooks never saturate: beyond every distance of two positions.
inline constexpr int kEndless = 1 << 28;

// The side of attention that a row belongs to.
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

  // This geometry with the length that these positions reach.
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
  int count() const { return last - first; }  // of a range that is not empty
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
struct EmbedGradient {  // the gradient of what embed adds
  double position = 0;
  std::span<const double> row;  // [d_model]
};
struct BiasGradient {  // the gradient of distance_bias or pair_bias
  int head = 0;
  double query = 0;
  double key = 0;
  double value = 0;

  double distance() const { return key - query; }
};
struct VectorGradient {  // the gradient of query_vector, key_vector or value_vector
  Side side = Side::query;
  int head = 0;
  double distance = 0;
  std::span<const double> vector;
};
struct ContentRowGradient {  // the gradient of what content_row adds for one query
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

// Has E a const member that returns R for these arguments? `Call` calls the member by its name.
template <class Call, class E, class Signature>
inline constexpr bool answers = false;
template <class Call, class E, class R, class... A>
inline constexpr bool answers<Call, E, R(A...)> = requires(const E& e, A... arguments) {
  { Call::call(e, arguments...) } -> std::same_as<R>;
};

}  // namespace detail

// Concepts of hooks that are no function of one signature.
template <class E>
concept Embeds = requires(const E& e, std::span<float> narrow, std::span<double> row, double position) {
  { e.embed(narrow, position) } -> std::same_as<void>;
  { e.embed(row, position) } -> std::same_as<void>;
};
template <class E>
concept Masks = requires(const E& e, int query, int key, int keys) {
  { e.visible(query, key) } -> std::same_as<bool>;
  { e.range(query, keys) } -> std::same_as<KeyRange>;
};

// One concept per hook: it has the member, with the right signature.
#define HOOK_BESIDE(name, Concept, Return, Parameters, bits, condition, words)      \
  namespace detail {                                                                \
  struct Call_##name {                                                              \
    template <class E, class... A>                                                  \
    static auto call(const E& e, A... arguments) -> decltype(e.name(arguments...)); \
  };                                                                                \
  }                                                                                 \
  template <class E>                                                                \
  concept Concept = (condition) && detail::answers<detail::Call_##name, E, Return Parameters>;
#define HOOK_BY_HAND(name, Concept, signature, bits)
#include "position/hook_list.inc"

// clang-format off
template <class E, class Gradient> concept Takes = requires(const E& e, const Gradient& g, LearnedGradients& to) {
  { e.learn(g, to) } -> std::same_as<void>;
};
template <class E> concept LearnsEmbedding = Embeds<E> && Takes<E, EmbedGradient>;
template <class E> concept LearnsBias = (BiasesByDistance<E> || BiasesByPair<E>) && Takes<E, BiasGradient>;
template <class E> concept LearnsVector = (HasQueryVector<E> || HasKeyVector<E> || HasValueVector<E>) && Takes<E, VectorGradient>;
template <class E> concept LearnsContentRow = HasContentRow<E> && Takes<E, ContentRowGradient>;
// Each gradient that an encoding takes belongs to a hook that it has.
template <class E> concept Learns = (LearnsEmbedding<E> || LearnsBias<E> || LearnsVector<E> || LearnsContentRow<E>) &&
    LearnsEmbedding<E> == Takes<E, EmbedGradient> && LearnsBias<E> == Takes<E, BiasGradient> &&
    LearnsVector<E> == Takes<E, VectorGradient> && LearnsContentRow<E> == Takes<E, ContentRowGradient>;
// clang-format on

namespace detail {

// Does E have a member of this name, with any signature? Inheriting a second member of the same name makes `&` of
// it ambiguous exactly when E has one too.
template <class E, class Named>
struct Probe : E, Named {};

#define HOOK_BY_HAND(name, Concept, signature, bits) \
  struct Named_##name {                              \
    int name;                                        \
  };                                                 \
  template <class E>                                 \
  concept Names_##name = !requires { &Probe<E, Named_##name>::name; };
#define HOOK_BESIDE(name, Concept, Return, Parameters, bits, condition, words) HOOK_BY_HAND(name, Concept, "", bits)
#include "position/hook_list.inc"

}  // namespace detail

// A hook with a wrong signature would be silently ignored; this makes it a compile-time error.
template <class E>
consteval bool honours_contract() {
#define HOOK_BY_HAND(name, Concept, signature, bits) \
  static_assert(!detail::Names_##name<E> || Concept<E>, "whereformer: the hook " #name " must be `" signature "`");
#define HOOK_BESIDE(name, Concept, Return, Parameters, bits, condition, words) \
  HOOK_BY_HAND(name, Concept, #Return " " #name #Parameters " const" words, bits)
#include "position/hook_list.inc"
  return true;
}

template <class E>
concept Encoding = honours_contract<E>();

}  // namespace whereformer
