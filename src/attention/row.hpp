// The row kernel: one query against all keys at once, every door, O(n) memory. It serves what streaming cannot: content terms
// that do not factor through distance, positions whose distances leave every table, NaN and infinities, and the maps.
#pragma once

#include "attention/call.hpp"
#include "position/any.hpp"

namespace whereformer {

// What a score is the sum of, in the order of the ledger.
enum class Term {
  content,            // q·k as it was before door 2 (and, with LedgerRows, without what door 1 brought in)
  rotation,           // what door 2 changed
  content_position,   // q and the position of the key
  position_content,   // the position of the query and k
  position_position,  // both positions, as vectors
  softcap,            // what capping took away
  bias,               // door 3
  mask,               // the mask of the call; −∞ where hidden, and then all other terms are 0
};
inline constexpr int kTerms = 8;

// Fills call.output and the maps. `rows` is needed for the ledger only.
Status attend_rows(const AttentionCall& call, const PositionStack& stack, const AttentionMaps& maps,
                   const LedgerRows* rows = nullptr);

}  // namespace whereformer
