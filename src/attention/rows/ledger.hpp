// The ledger: the terms that each score is the sum of.
#pragma once

#include "attention/call.hpp"
#include "core/buffer.hpp"
#include "position/stack.hpp"

namespace whereformer {

// Terms of a score, in the order of the ledger's maps.
enum class Term {
  content,            // q·k before rotation (and, with LedgerRows, without what embed added)
  rotation,           // what it changes in q·k
  content_position,   // q and the position of the key
  position_content,   // the position of the query and k
  position_position,  // both positions, as vectors
  softcap,            // change by the soft cap
  bias,               // what distance_bias or pair_bias adds
  mask,               // the mask of the call; −∞ where hidden, and then all other terms are 0
};
inline constexpr int kTerms = 8;

// Rows before rotation, and the share of them that embed added.
struct LedgerRows {
  int head_dim = 0;
  HeadRows<const float> query;           // [batch, heads, queries, head_dim]
  HeadRows<const float> key;             // [batch, kv_heads, keys, head_dim]
  HeadRows<const float> query_position;  // [heads, queries, head_dim], null data = embed added nothing
  HeadRows<const float> key_position;    // [kv_heads, keys, head_dim]
};

// Owns the rows of a call that the ledger needs.
class LedgerInput {
 public:
  // The queries, or the keys. `projection` [heads · headDim, dModel], or empty: then embed has no share.
  struct Side {
    std::span<const float> rows;  // [batch, heads, tokens, headDim]
    int heads = 1;
    std::span<const float> positions;  // [tokens], remapped
    std::span<const float> projection;
  };

  Status prepare(const PositionStack& stack, int head_dim, const Side& query, const Side& key);

  const LedgerRows& rows() const { return rows_; }

 private:
  Status project(const PositionStack& stack, const Side& side, Buffer<float>& to) const;
  HeadRows<const float> rows_of(const Buffer<float>& data, const Side& side) const;

  LedgerRows rows_;
  Buffer<float> query_;
  Buffer<float> key_;
  Buffer<float> query_share_;
  Buffer<float> key_share_;
};

// The terms of one pair's score; products before the scale.
struct PairScore {
  double product = 0;     // after rotation
  double query_term = 0;  // q · query vector
  double key_term = 0;    // k · key vector
  double pair_term = 0;   // content hooks
  double capped = 0;      // what capping changed
  double mask = 0;        // the caller's
  PairPositions at;
};

// Writes the terms of one call to a map [kTerms, batch, heads, queries, keys].
class Ledger {
 public:
  Ledger(const AttentionCall& call, const PositionStack& stack, const LedgerRows* rows, float* map)
      : call_(call), stack_(stack), rows_(rows), map_(map) {}

  bool wanted() const { return map_ != nullptr; }
  // `entry` = index of the pair in a map [batch, heads, queries, keys].
  void enter(std::ptrdiff_t entry, int batch, int head, int query, int key, const PairScore& pair) const;
  void hide(std::ptrdiff_t entry) const;

 private:
  using Terms = double[kTerms];
  void split_product(const float* q, const float* k, const float* query_share, const float* key_share, double product,
                     Terms& terms) const;
  void split_bias(int head, PairPositions at, Terms& terms) const;
  void write(std::ptrdiff_t entry, const Terms& terms) const;

  const AttentionCall& call_;
  const PositionStack& stack_;
  const LedgerRows* rows_;
  float* map_;
};

}  // namespace whereformer
