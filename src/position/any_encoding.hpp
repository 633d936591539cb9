// Encodings behind one interface, without their headers: code that uses a stack is compiled without any encoding.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

// The hooks that an encoding or a stack has, and what they answer, as bits; hook_list.inc says which hook sets which.
enum Hooks : unsigned {
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
  kMasksWithHoles = 1U << 12U,  // its ranges are not exact
  kRemaps = 1U << 13U,
  kSetsDistance = 1U << 14U,
  kPositionProducts = 1U << 15U,  // its bias is a product of two position vectors (the ledger names it so)
  kByOwnPosition = 1U << 16U,     // scales queries by their own position, even where distances are overridden
  kOneThread = 1U << 17U,         // its hooks are not re-entrant
  kFarPositions = 1U << 18U,      // overrides the distances of far pairs only, and says how
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
  virtual unsigned hooks() const = 0;
  virtual void parameters(ParameterVisitor& visit) = 0;
  virtual Status prepare(const Geometry& geometry) = 0;  // requires parameters in range
  virtual Status check_positions(std::span<const float> positions) const = 0;
  virtual double remap(double position) const = 0;
  virtual double effective_distance(double query, double key) const = 0;
  virtual FarPositions far_positions() const = 0;
  virtual int saturation_distance() const = 0;
  virtual double cap() const = 0;
  virtual double dot_scale(const Geometry& geometry) const = 0;  // NaN = none of its own
  virtual bool follows_length() const = 0;
  virtual void embed(std::span<float> row, double position) const = 0;
  virtual int rotated_width(int head_dim) const = 0;
  virtual PairLayout rotated_pairs() const = 0;  // no pairs: rotate is not a plain rotation of pairs
  virtual std::span<const double> inverse_frequencies() const = 0;
  virtual double attention_factor() const = 0;
  virtual void rotate(std::span<double> row, double position, int head, Side side) const = 0;
  virtual double bias(int head, PairPositions at) const = 0;
  virtual LinearBias linear_bias(int head) const = 0;
  virtual ProjectedSinusoids sinusoids() const = 0;  // no frequencies: its vectors are not sinusoidal
  // Content and values by distance: vectors that multiply queries, keys or weights.
  virtual void distance_vector(Side side, int head, double distance, std::span<double> out) const = 0;
  virtual double content(std::span<const double> q, std::span<const double> k, int head, PairPositions at) const = 0;
  virtual void content_row(std::span<const double> q, std::span<const double> products, std::span<const char> seen,
                           int head, std::span<double> content) const = 0;
  virtual bool visible(int query, int key) const = 0;
  virtual KeyRange range(int query, int keys) const = 0;
};

// The encoding of this `type` with default parameters.
Status make_encoding(std::string_view type, std::unique_ptr<AnyEncoding>& to);

}  // namespace whereformer
