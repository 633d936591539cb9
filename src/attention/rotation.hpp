// Rotation of many rows: sines and cosines once per position, then applied to every head and, in a model, every layer.
#pragma once

#include "attention/call.hpp"
#include "core/growing_array.hpp"
#include "position/stack.hpp"
#include "simd/rotary.hpp"

namespace whereformer {

// The rotation of the prepared `stack` for rows of one side at the given positions. Where a stack overrides distances, rows are not rotated
// before attention: `prepare` makes a no-op, and attention rotates rows twice (TwiceRotated) or pair by pair.
class Rotation {
 public:
  // Rows of `heads` heads, `width` wide before rotation; head h is rotated as the stack's head h · group (grouped queries share keys).
  struct Rows {
    Side side = Side::query;
    int heads = 1;
    int group = 1;
    int width = 0;
  };

  Status prepare(const PositionStack& stack, std::span<const float> positions, Rows rows);

  // The rotation at positions[token] + offset, whatever the stack overrides; `own`: the positions of the tokens (kByOwnPosition).
  Status prepare_at(const PositionStack& stack, std::span<const float> positions, double offset,
                    std::span<const float> own, Rows rows);

  // The rotation that takes a row at any position to `by[token]` farther on: without the scale of position 0, which the row has already.
  // Requires parts that compose, and turn all heads alike.
  Status prepare_turn(const PositionStack& stack, std::span<const float> by, Rows rows);

  // Rotates row `token` of every head in place. Rows are stack.rotated_width wide, past the head's width filled with 0.
  void apply(HeadRows<float> rows, int batch) {
    apply({rows.data, rows.batch_stride, rows.head_stride, rows.row_stride}, rows, batch);
  }

  // Rotates from one array into another; requires fills(): the first step rotates the whole row.
  void apply(HeadRows<const float> from, HeadRows<float> to, int batch);
  // One step of the rotation, in place except for the first; the transposed map takes the steps backwards.
  int step_count() const { return static_cast<int>(steps_.size()); }
  void apply_step(int step, HeadRows<const float> from, HeadRows<float> to, int batch);

  // Rotates the other way from now on, without a change of scale: the transposed map of each step of pairs.
  void negate_sines();
  // Undoes the rotation from now on, its scale too; an error if a step is not of pairs.
  Status invert();
  // The part of a step that is not of pairs; null = it is.
  const AnyEncoding* unpaired(int step) const;
  int width(int step) const { return steps_[step].width; }  // of the rows after it

  bool fills() const {
    return !steps_.empty() && 2 * steps_[inverted_ ? steps_.size() - 1 : 0].layout.pairs == rows_.width;
  }

 private:
  // One part of the stack: tables of cosine and sine, [heads or 1][tokens][pairs], or the part itself, called row by row.
  struct Step {
    const AnyEncoding* part;
    int width;  // of the rows after this part
    PairLayout layout;
    Buffer<float> cosine;
    Buffer<float> sine;
    bool own = false;
  };

  double position(const Step& step, std::size_t token) const {
    return step.own ? own_[token] : positions_[token] + offset_;
  }
  int token_count() const { return static_cast<int>(positions_.size()); }
  Status tabulate(Step& step);
  void tabulate_each(Step& step);
  void leave_scale(Step& step);
  Status tabulate_run(Step& step);
  void probe(const Step& step, double position, int head);
  void read_turns(const Step& step, double position, double* to);
  void rotate(const Step& step, simd::RotatedRows rows, int head) const;
  void ask(const Step& step, float* row, int token, int head);

  GrowingArray<Step> steps_;
  bool inverted_ = false;  // the last step comes first
  std::span<const float> positions_;
  std::span<const float> own_;
  double offset_ = 0;
  Rows rows_;
  Buffer<double> row_;
};

}  // namespace whereformer
