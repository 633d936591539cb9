// The row kernel: one query against all keys at once, every door, O(n) memory. It computes what streaming cannot: content terms
// that do not factor through distance, positions whose distances leave every table, NaN and infinities, and the maps.
#pragma once

#include "attention/rows/ledger.hpp"

namespace whereformer {

// Fills call.output and the maps. `rows` is needed for the ledger only.
Status attend_rows(const AttentionCall& call, const PositionStack& stack, const AttentionMaps& maps,
                   const LedgerRows* rows = nullptr);

}  // namespace whereformer
