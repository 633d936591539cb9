// Which distances the positions of a call have, and where a tile of keys finds them in a table. Entry e belongs to the distance
// query − key = least + e. Past the stack's saturation distance all entries are equal: of those there are as many as a tile reads, and one
// product is enough for a whole tile.
#pragma once

#include <algorithm>

#include "attention/call.hpp"

namespace whereformer {

class DistanceRange {
 public:
  // Entries at distances ≥ `saturation` are equal, and entries at distances ≤ −saturation are.
  void find(const AttentionCall& call, int saturation);

  // Do all distances have an entry? False for fractional positions and for very wide gaps.
  bool dense() const { return entries_ > 0; }
  int entries() const { return entries_; }
  int least() const { return least_; }

  int entry(double query, double key) const {
    return std::clamp(static_cast<int>(query - key) - least_, 0, entries_ - 1);
  }
  // Past the saturation distance: equal to the entry before it.
  bool repeats(int entry) const { return (entry > 0 && entry <= near_end_) || entry > far_end_; }

  // First entry of a tile of keys: its first lane and its last key. A tile past the saturation distance reads at the table's end.
  int first_entry(int first_query, KeyRange keys) const;
  // The single entry of a tile past the saturation distance; −1 = the tile has more than one.
  int only_entry(int first_query, KeyRange keys) const;

 private:
  int least_ = 0;
  int entries_ = 0;
  int last_tile_ = 0;  // where a tile of no keys would begin
  int near_end_ = 0;   // the entries up to this one are equal
  int far_end_ = 0;    // and those from this one on
  int shift_ = 0;      // distance of indices 0 and 0
};

}  // namespace whereformer
