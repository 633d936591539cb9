// Selects the kernel of a call under a stack, and how it computes the bias: one pure function, evaluated once, before any loop.
// docs/lowering.md shows it as a table; tests/native/attention/lower_test.cpp holds that table.
#pragma once

#include "attention/call.hpp"
#include "position/stack.hpp"

namespace whereformer {

// At most this many queries are taken one by one: a tile of the streaming kernel would be padding for the most part.
inline constexpr int kFewQueries = 4;

// The properties of a call that the choice depends on.
struct CallShape {
  int queries = 0;
  int keys = 0;
  bool evenly_spaced = true;  // query and key positions go up in whole steps of 1
  bool whole = true;          // positions are whole numbers: their distances are exact in float32
  bool masked = false;        // the caller passes a mask, or a cap of what is biased
  bool unmasked = false;      // scores before the mask are requested
  bool ledger = false;        // the ledger is requested
};

CallShape shape_of(const AttentionCall& call);  // without maps

struct Lowering {
  enum class Kernel {
    none,       // no query
    streaming,  // tiles of queries, one pass over the keys
    decode,     // few queries, one by one, in the streaming kernel's order of sums
    rows,       // one query against all keys, every hook
  };
  // How the streaming kernels compute the bias.
  enum class Bias {
    none,
    table,   // one number per distance
    linear,  // slope per head, computed in lanes
    pairs,   // evaluated pair by pair; also masks whose ranges have holes
  };

  Kernel kernel = Kernel::none;
  Bias bias = Bias::none;
  bool far = false;                     // tiles of rows that are rotated twice: for near and for far pairs
  bool vectors = false;                 // tables of content and values by distance
  const AnyEncoding* linear = nullptr;  // the part that Bias::linear reads

  bool operator==(const Lowering&) const = default;
};

// The kernel of a call under a stack, which is prepared.
Lowering lower(const PositionStack& stack, const CallShape& call);

}  // namespace whereformer
