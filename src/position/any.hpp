// The one list of encodings, and the stack that is composed of them at run time.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "position/encodings/abacus.hpp"
#include "position/encodings/alibi.hpp"
#include "position/encodings/buckets.hpp"
#include "position/encodings/cope.hpp"
#include "position/encodings/deberta.hpp"
#include "position/encodings/fire.hpp"
#include "position/encodings/forget.hpp"
#include "position/encodings/graphormer.hpp"
#include "position/encodings/irope.hpp"
#include "position/encodings/kerple.hpp"
#include "position/encodings/learned.hpp"
#include "position/encodings/log_n.hpp"
#include "position/encodings/mask.hpp"
#include "position/encodings/mlp_bias.hpp"
#include "position/encodings/mrope.hpp"
#include "position/encodings/none.hpp"
#include "position/encodings/pope.hpp"
#include "position/encodings/randomized.hpp"
#include "position/encodings/relative_bias.hpp"
#include "position/encodings/relative_key.hpp"
#include "position/encodings/relative_projection.hpp"
#include "position/encodings/rerope.hpp"
#include "position/encodings/rope.hpp"
#include "position/encodings/rope2d.hpp"
#include "position/encodings/sandwich.hpp"
#include "position/encodings/self_extend.hpp"
#include "position/encodings/shaw.hpp"
#include "position/encodings/sinusoidal.hpp"
#include "position/encodings/softcap.hpp"
#include "position/encodings/swin.hpp"
#include "position/encodings/swin_v2.hpp"
#include "position/encodings/t5_buckets.hpp"
#include "position/encodings/tisa.hpp"
#include "position/encodings/transformer_xl.hpp"
#include "position/encodings/tupe.hpp"
#include "position/encodings/xlnet.hpp"
#include "position/encodings/xpos.hpp"

namespace whereformer {

template <Encoding... E>
struct List {};

// In the order of the catalogue.
using Encodings =
    List<None, Sinusoidal, Learned, Abacus, Rope, Xpos, Pope, Rope2d, Mrope, Irope, Alibi, Kerple, Sandwich, Fire,
         MlpBias, Tisa, RelativeBias, Buckets, T5Buckets, Swin, SwinV2, Graphormer, Shaw, RelativeKey, TransformerXl,
         Xlnet, Deberta, Tupe, Cope, Forget, RelativeProjection, Randomized, SelfExtend, Rerope, LogN, Softcap, Mask>;

// What a stack does, as bits.
enum Doors : unsigned {
  kEmbeds = 1U << 0U,
  kRotates = 1U << 1U,
  kRotatesValues = 1U << 2U,
  kBiases = 1U << 3U,
  kBiasesByPair = 1U << 4U,  // not a function of key − query alone
  kQueryVectors = 1U << 5U,
  kKeyVectors = 1U << 6U,
  kContentByPair = 1U << 7U,
  kContentByRow = 1U << 8U,
  kValueVectors = 1U << 9U,
  kLinearBias = 1U << 10U,
  kMasks = 1U << 11U,
  kMasksWithHoles = 1U << 12U,  // its ranges do not say everything
  kPlaces = 1U << 13U,
  kSetsDistance = 1U << 14U,
  kPositionProducts = 1U << 15U,  // its bias is a product of two position vectors (the ledger names it so)
  kByOwnPosition = 1U << 16U,     // rotates rows by the token's own position even where distances are overridden
  kByDistance = kQueryVectors | kKeyVectors | kValueVectors,
  kByPair = kContentByPair | kContentByRow | kSetsDistance,
};

// The hooks of one encoding, chosen at run time; unimplemented hooks are no-ops. Hooks: position/hooks.hpp.
class AnyEncoding {
 public:
  AnyEncoding() = default;
  AnyEncoding(const AnyEncoding&) = delete;
  AnyEncoding& operator=(const AnyEncoding&) = delete;
  virtual ~AnyEncoding() = default;

  virtual const char* type() const = 0;
  virtual unsigned doors() const = 0;
  virtual void parameters(ParameterVisitor& visit) = 0;
  virtual Status prepare(const Geometry& geometry) = 0;  // its parameters are in their ranges
  virtual Status check_positions(std::span<const float> positions) const = 0;
  virtual double place(double position) const = 0;
  virtual double effective_distance(double query, double key) const = 0;
  virtual int reach() const = 0;
  virtual double cap() const = 0;
  virtual double dot_scale(const Geometry& geometry) const = 0;  // NaN = none of its own
  virtual bool follows_length() const = 0;
  virtual void embed(std::span<float> row, double position) const = 0;
  virtual int rotated_width(int head_dim) const = 0;
  virtual PairLayout turns() const = 0;  // no pairs: rotate does more
  virtual std::span<const double> inverse_frequencies() const = 0;
  virtual double attention_factor() const = 0;
  virtual void rotate(std::span<double> row, double position, int head, Side side) const = 0;
  virtual double bias(int head, PairPositions at) const = 0;
  virtual LinearBias linear_bias(int head) const = 0;
  virtual ProjectedWaves waves() const = 0;  // no frequencies: its vectors are no waves
  // Doors 4 and 5 by distance: what queries, keys or weights are multiplied by.
  virtual void distance_vector(Side side, int head, double distance, std::span<double> out) const = 0;
  virtual double content(std::span<const double> q, std::span<const double> k, int head, PairPositions at) const = 0;
  virtual void content_row(std::span<const double> q, std::span<const double> products, std::span<const char> seen,
                           int head, std::span<double> content) const = 0;
  virtual bool visible(int query, int key) const = 0;
  virtual KeyRange range(int query, int keys) const = 0;
};

template <Encoding E>
class Hooked final : public AnyEncoding {
 public:
  Hooked() = default;
  explicit Hooked(E encoding) : e_(std::move(encoding)) {}

  const char* type() const override { return E::type; }

  unsigned doors() const override {
    unsigned doors = 0;
    const auto has = [&](bool it_does, unsigned door) { doors |= it_does ? door : 0U; };
    has(Embeds<E>, kEmbeds);
    has(Rotates<E>, kRotates);
    if constexpr (RotatesValues<E>) has(e_.rotates_values(), kRotatesValues);
    if constexpr (RotatesByOwnPosition<E>) has(e_.by_own_position(), kByOwnPosition);
    has(BiasesByDistance<E> || BiasesByPair<E>, kBiases);
    has(BiasesByPair<E> && !by_distance(), kBiasesByPair);
    has(BiasesLinearly<E>, kLinearBias);
    if constexpr (BiasesByProduct<E>) has(e_.bias_is_position_product(), kPositionProducts);
    has(HasQueryVector<E>, kQueryVectors);
    has(HasKeyVector<E>, kKeyVectors);
    has(has_content(), kContentByPair);
    has(HasContentRow<E>, kContentByRow);
    has(HasValueVector<E>, kValueVectors);
    has(Masks<E>, kMasks);
    has(Masks<E> && !exact_range(), kMasksWithHoles);
    has(Places<E>, kPlaces);
    has(SetsDistance<E>, kSetsDistance);
    return doors;
  }

  void parameters(ParameterVisitor& visit) override { e_.parameters(visit); }
  Status prepare(const Geometry& geometry) override { return e_.prepare(geometry); }
  Status check_positions(std::span<const float> positions) const override {
    if constexpr (ChecksPositions<E>) return e_.check_positions(positions);
    return {};
  }
  double place(double position) const override {
    if constexpr (Places<E>) return e_.place(position);
    return position;
  }
  double effective_distance(double query, double key) const override {
    if constexpr (SetsDistance<E>) return e_.effective_distance(query, key);
    return key - query;
  }
  int reach() const override {
    if constexpr (Reaches<E>) return e_.reach();
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
  PairLayout turns() const override {
    if constexpr (TurnsPairs<E>) return e_.turns();
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
  ProjectedWaves waves() const override {
    if constexpr (HasWaves<E>) return e_.waves();
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
    if constexpr (Masks<E>) return e_.visible(0, query, key);
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
  bool has_content() const {
    if constexpr (TellsContent<E>) return e_.has_content();
    return HasContent<E>;
  }
  bool exact_range() const {
    if constexpr (TellsExactRange<E>) return e_.exact_range();
    return false;
  }

  E e_;
};

// Makes the encoding whose `type` is asked for, at its defaults; null when there is none of that name.
std::unique_ptr<AnyEncoding> make_encoding(std::string_view type);

// Composition: the union of hooks, chosen from JSON. embed and rotate act one after the other, bias and content add, masks
// intersect, positions are remapped before any hook is called.
class PositionStack {
 public:
  void add(std::unique_ptr<AnyEncoding> encoding) { parts_.push_back(std::move(encoding)); }

  template <Encoding E>
  void add(E encoding) {
    parts_.push_back(std::make_unique<Hooked<E>>(std::move(encoding)));
  }

  // What q·k is multiplied with when the caller does not say: the stack's own wish, else 1/√headDim.
  double dot_scale(const Geometry& geometry) const;

  // The status of the first encoding that refuses.
  Status prepare(const Geometry& geometry);

  // Checks position ids, then renumbers them in place. After this, `positions` is what doors 1 to 5 see.
  Status place(std::span<float> positions) const;

  // After prepare.
  unsigned doors() const { return doors_; }
  bool has(unsigned doors) const { return (doors_ & doors) != 0; }

  const std::vector<std::unique_ptr<AnyEncoding>>& parts() const { return parts_; }

  double cap() const;
  int reach() const;
  bool follows_length() const;
  int rotated_width(int head_dim) const;
  void embed(std::span<float> row, double position) const;
  // Row with room for rotated_width(head_dim) values, of which the first head_dim are filled.
  void rotate(std::span<double> row, int head_dim, double position, int head, Side side, double own) const;
  PairPositions pair_positions(double query, double key) const;
  double bias(int head, PairPositions at) const;
  bool visible(int query, int key) const;
  KeyRange range(int query, int keys) const;

 private:
  Status check_composition(int head_dim) const;

  std::vector<std::unique_ptr<AnyEncoding>> parts_;
  unsigned doors_ = 0;
};

}  // namespace whereformer
