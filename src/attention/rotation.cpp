#include "attention/rotation.hpp"

#include "attention/positions.hpp"
#include "core/shape.hpp"

namespace whereformer {
namespace {

constexpr std::size_t kRun = 512;     // positions composed before one is recomputed exactly
constexpr std::size_t kLeastRun = 8;  // shorter runs are as fast when each is computed

}  // namespace

Status Rotation::prepare(const PositionStack& stack, std::span<const float> positions, Rows rows) {
  steps_.clear();
  if (stack.has(kSetsDistance) && rows.side != Side::value) return {};
  return prepare_at(stack, positions, 0, positions, rows);
}

Status Rotation::prepare_at(const PositionStack& stack, std::span<const float> positions, double offset,
                            std::span<const float> own, Rows rows) {
  steps_.clear();
  inverted_ = false;
  positions_ = positions;
  offset_ = offset;
  own_ = own;
  rows_ = rows;
  const unsigned wanted = rows.side == Side::value ? kRotatesValues : kRotates;
  int width = rows.width;
  const int widest = stack.rotated_width(width);
  TRY(row_.allocate(widest));
  for (const auto& part : stack.parts()) {
    if ((part->hooks() & wanted) == 0) continue;
    width = part->rotated_width(width);
    const Status added =
        steps_.add({part.get(), width, part->rotated_pairs(), {}, {}, (part->hooks() & kByOwnPosition) != 0});
    if (!added.ok()) return added;
    Step& step = steps_.back();
    if (step.layout.pairs == 0) continue;
    TRY(tabulate(step));
  }
  return {};
}

Status Rotation::prepare_turn(const PositionStack& stack, std::span<const float> by, Rows rows) {
  TRY(prepare(stack, by, rows));
  for (Step& step : steps_) leave_scale(step);
  return {};
}

void Rotation::leave_scale(Step& step) {
  const auto pairs = static_cast<std::size_t>(step.layout.pairs);
  probe(step, 0, 0);
  for (std::size_t at = 0; at < step.cosine.size(); ++at) {
    const double scale = row_[step.layout.first(static_cast<int>(at % pairs))];
    step.cosine[at] = static_cast<float>(step.cosine[at] / scale);
    step.sine[at] = static_cast<float>(step.sine[at] / scale);
  }
}

Status Rotation::tabulate(Step& step) {
  const PairLayout& layout = step.layout;
  const std::size_t count = element_count(layout.per_head ? rows_.heads : 1, positions_.size(), layout.pairs);
  TRY(step.cosine.allocate_unset(count));
  TRY(step.sine.allocate_unset(count));
  if (layout.composes && !step.own && !layout.per_head && positions_.size() >= kLeastRun && contiguous(positions_))
    return tabulate_run(step);
  tabulate_each(step);
  return {};
}

// A row of (1, 0) pairs comes back as (cosine, sine).
void Rotation::probe(const Step& step, double position, int head) {
  std::fill_n(row_.data(), row_.size(), 0.0);
  for (int p = 0; p < step.layout.pairs; ++p) row_[step.layout.first(p)] = 1;
  step.part->rotate(row_.span(), position, head, rows_.side);
}

void Rotation::tabulate_each(Step& step) {
  const auto pairs = static_cast<std::size_t>(step.layout.pairs);
  for (std::size_t at = 0; at < step.cosine.size(); at += pairs) {
    const std::size_t token = at / pairs % positions_.size();
    probe(step, position(step, token), static_cast<int>(at / pairs / positions_.size()) * rows_.group);
    for (int p = 0; p < step.layout.pairs; ++p) {
      step.cosine[at + p] = static_cast<float>(row_[step.layout.first(p)]);
      step.sine[at + p] = static_cast<float>(row_[step.layout.second(p)]);
    }
  }
}

// Recompute exactly every kRun positions; between them, compose each rotation from the previous one, in double: kRun steps lose
// less than 2^-41.
Status Rotation::tabulate_run(Step& step) {
  const auto pairs = static_cast<std::size_t>(step.layout.pairs);
  Buffer<double> turns;  // [3][2][pairs]: at position 0, of one step, at the current position; cosines, sines
  TRY(turns.allocate_unset(6 * pairs));
  double* zero = turns.data();
  double* by = zero + 2 * pairs;
  double* at = by + 2 * pairs;
  read_turns(step, 0, zero);
  read_turns(step, 1, by);
  for (std::size_t i = 0; i < 2 * pairs; ++i) by[i] /= zero[i % pairs];
  for (std::size_t t = 0; t < positions_.size(); ++t) {
    if (t % kRun == 0) read_turns(step, position(step, t), at);
    simd::write_and_rotate(at, by, step.layout.pairs, step.cosine.data() + t * pairs, step.sine.data() + t * pairs);
  }
  return {};
}

void Rotation::read_turns(const Step& step, double position, double* to) {
  probe(step, position, 0);
  for (int p = 0; p < step.layout.pairs; ++p, ++to) {
    to[0] = row_[step.layout.first(p)];
    to[step.layout.pairs] = row_[step.layout.second(p)];
  }
}

void Rotation::apply(HeadRows<const float> from, HeadRows<float> to, int batch) {
  for (int step = 0; step < step_count(); ++step) {
    apply_step(inverted_ ? step_count() - 1 - step : step, from, to, batch);
    from = {to.data, to.batch_stride, to.head_stride, to.row_stride};
  }
}

void Rotation::apply_step(int step, HeadRows<const float> from, HeadRows<float> to, int batch) {
  const Step& of = steps_[step];
  for (int b = 0; b < batch; ++b) {
    for (int h = 0; h < rows_.heads; ++h) {
      if (of.layout.pairs > 0) {
        rotate(of, {from.row(b, h, 0), to.row(b, h, 0), token_count(), from.row_stride, to.row_stride}, h);
      } else {
        for (int t = 0; t < token_count(); ++t) ask(of, to.row(b, h, t), t, h);
      }
    }
  }
}

void Rotation::negate_sines() {
  for (Step& step : steps_) {
    for (float& sine : step.sine.span()) sine = -sine;
  }
}

Status Rotation::invert() {
  for (Step& step : steps_) {
    if (step.layout.pairs == 0) {
      return word_error("position", step.part->type(), "encodings that rotate pairs alone: others have no inverse");
    }
    for (std::size_t i = 0; i < step.cosine.size(); ++i) {
      const double cosine = step.cosine[i];
      const double sine = step.sine[i];
      const double scale = cosine * cosine + sine * sine;  // squared
      step.cosine[i] = static_cast<float>(cosine / scale);
      step.sine[i] = static_cast<float>(-sine / scale);
    }
  }
  inverted_ = true;
  return {};
}

const AnyEncoding* Rotation::unpaired(int step) const {
  const Step& of = steps_[step];
  return of.layout.pairs > 0 ? nullptr : of.part;
}

void Rotation::rotate(const Step& step, simd::RotatedRows rows, int head) const {
  const std::size_t at = step.layout.per_head ? element_count(head, token_count(), step.layout.pairs) : 0;
  rows.from += step.layout.start;
  rows.to += step.layout.start;
  if (step.layout.layout == Layout::half) {
    simd::rotate_half(rows, step.cosine.data() + at, step.sine.data() + at, step.layout.pairs);
  } else {
    simd::rotate_interleaved(rows, step.cosine.data() + at, step.sine.data() + at, step.layout.pairs);
  }
}

void Rotation::ask(const Step& step, float* row, int token, int head) {
  const std::span<double> values = row_.span().first(step.width);
  std::copy_n(row, step.width, values.data());
  step.part->rotate(values, position(step, token), head * rows_.group, rows_.side);
  for (std::size_t i = 0; i < values.size(); ++i) row[i] = static_cast<float>(values[i]);
}

}  // namespace whereformer
