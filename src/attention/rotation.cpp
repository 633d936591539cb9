#include "attention/rotation.hpp"

#include "core/shape.hpp"
#include "simd/rotary.hpp"

namespace whereformer {

Status Rotation::prepare(const PositionStack& stack, std::span<const float> positions, Rows rows) {
  steps_.clear();
  positions_ = positions;
  rows_ = rows;
  const unsigned wanted = rows.side == Side::value ? kRotatesValues : kRotates;
  if (stack.has(kSetsDistance) && rows.side != Side::value) return {};
  int width = rows.width;
  const int widest = stack.rotated_width(width);
  if (const Status status = row_.allocate(static_cast<std::size_t>(widest)); !status.ok()) return status;
  for (const auto& part : stack.parts()) {
    if ((part->doors() & wanted) == 0) continue;
    width = part->rotated_width(width);
    steps_.push_back({part.get(), width, part->turns(), {}, {}});
    Step& step = steps_.back();
    if (step.layout.pairs == 0) continue;
    if (const Status status = tabulate(step); !status.ok()) return status;
  }
  return {};
}

// A row of (1, 0) pairs comes back as (cosine, sine).
Status Rotation::tabulate(Step& step) {
  const PairLayout& layout = step.layout;
  const auto pairs = static_cast<std::size_t>(layout.pairs);
  const std::size_t count = element_count(layout.per_head ? rows_.heads : 1, positions_.size(), pairs);
  Status status = step.cosine.allocate(count);
  status = then(status, [&] { return step.sine.allocate(count); });
  if (!status.ok()) return status;
  for (std::size_t at = 0; at < count; at += pairs) {
    const std::size_t token = at / pairs % positions_.size();
    const int head = static_cast<int>(at / pairs / positions_.size()) * rows_.group;
    std::fill_n(row_.data(), row_.size(), 0.0);
    for (int p = 0; p < layout.pairs; ++p) row_[layout.first(p)] = 1;
    step.part->rotate(row_.span(), positions_[token], head, rows_.side);
    for (int p = 0; p < layout.pairs; ++p) {
      step.cosine[at + static_cast<std::size_t>(p)] = static_cast<float>(row_[layout.first(p)]);
      step.sine[at + static_cast<std::size_t>(p)] = static_cast<float>(row_[layout.second(p)]);
    }
  }
  return {};
}

void Rotation::apply(HeadRows<float> rows, int batch) {
  for (const Step& step : steps_) {
    for (int b = 0; b < batch; ++b) {
      for (int h = 0; h < rows_.heads; ++h) {
        for (int t = 0; t < static_cast<int>(positions_.size()); ++t) {
          float* row = rows.row(b, h, t);
          if (step.layout.pairs > 0) {
            turn(step, row, t, h);
          } else {
            ask(step, row, t, h);
          }
        }
      }
    }
  }
}

void Rotation::turn(const Step& step, float* row, int token, int head) const {
  const int table = step.layout.per_head ? head : 0;
  const std::size_t at = (static_cast<std::size_t>(table) * positions_.size() + static_cast<std::size_t>(token)) *
                         static_cast<std::size_t>(step.layout.pairs);
  const auto rotate = step.layout.layout == Layout::half ? simd::rotate_half : simd::rotate_interleaved;
  rotate(row + step.layout.start, step.cosine.data() + at, step.sine.data() + at, step.layout.pairs);
}

void Rotation::ask(const Step& step, float* row, int token, int head) {
  const std::span<double> values = row_.span().first(static_cast<std::size_t>(step.width));
  std::copy_n(row, step.width, values.data());
  step.part->rotate(values, positions_[static_cast<std::size_t>(token)], head * rows_.group, rows_.side);
  for (std::size_t i = 0; i < values.size(); ++i) row[i] = static_cast<float>(values[i]);
}

}  // namespace whereformer
