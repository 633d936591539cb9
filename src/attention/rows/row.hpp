// The row kernel: one query against all keys, all hooks, O(n) memory. It computes what the streaming kernel cannot: content terms
// that depend on more than the distance, distances outside of the tables, NaN and infinities, and the ledger. The maps that the streaming
// kernel writes are compared with its own.
#pragma once

#include "attention/rows/ledger.hpp"

namespace whereformer {

// Fills call.output and the maps. `rows` is needed for the ledger only.
Status attend_rows(const AttentionCall& call, const PositionStack& stack, const AttentionMaps& maps,
                   const LedgerRows* rows = nullptr);

}  // namespace whereformer
