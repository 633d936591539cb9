#include "train/transposed_rotation.hpp"

#include <cmath>

#include "core/shape.hpp"

namespace whereformer::train {

Status TransposedRotation::prepare(const PositionStack& stack, std::span<const float> positions, Rotation::Rows rows) {
  if (stack.has(kSetsDistance)) {
    return word_error("position", "an encoding that overrides distances", "encodings that can be trained");
  }
  positions_ = positions;
  rows_ = rows;
  TRY(rotation_.prepare(stack, positions, rows));
  rotation_.negate_sines();
  for (int step = 0; step < rotation_.step_count(); ++step) {
    const AnyEncoding* part = rotation_.unpaired(step);
    if (part == nullptr) continue;
    const int width = rotation_.width(step);
    TRY(row_.allocate(width));
    TRY(matrix_.allocate(element_count(width, width)));
    TRY(check_linear(*part, width));
  }
  return {};
}

void TransposedRotation::apply(HeadRows<float> gradient, int batch) {
  const HeadRows<const float> from{gradient.data, gradient.batch_stride, gradient.head_stride, gradient.row_stride};
  for (int step = rotation_.step_count() - 1; step >= 0; --step) {
    const AnyEncoding* part = rotation_.unpaired(step);
    if (part != nullptr) {
      apply_unpaired(*part, rotation_.width(step), gradient, batch);
    } else {
      rotation_.apply_step(step, from, gradient, batch);
    }
  }
}

// A part that scales its input by 2 must scale its output by 2: norms and activations do not.
Status TransposedRotation::check_linear(const AnyEncoding& part, int width) {
  const auto once = std::span<double>(matrix_.data(), width);
  const auto twice = row_.span().first(width);
  const double position = positions_.empty() ? 0 : positions_[0];
  for (std::size_t c = 0; c < once.size(); ++c) twice[c] = 2 * (once[c] = 1 + 0.25 * static_cast<double>(c));
  part.rotate(once, position, 0, rows_.side);
  part.rotate(twice, position, 0, rows_.side);
  for (std::size_t c = 0; c < once.size(); ++c) {
    if (!(std::abs(twice[c] - 2 * once[c]) <= 1e-9 * std::abs(twice[c]))) {
      return word_error("position", part.type(), "encodings whose rotation is linear: others cannot be trained");
    }
  }
  return {};
}

void TransposedRotation::find_matrix(const AnyEncoding& part, int width, int token, int head) {
  std::fill_n(matrix_.data(), matrix_.size(), 0.0);
  for (int c = 0; c < width; ++c) {
    double* row = matrix_.data() + static_cast<std::ptrdiff_t>(c) * width;
    row[c] = 1;
    part.rotate({row, static_cast<std::size_t>(width)}, positions_[token], head * rows_.group, rows_.side);
  }
}

void TransposedRotation::apply_unpaired(const AnyEncoding& part, int width, HeadRows<float> gradient, int batch) {
  for (int head = 0; head < rows_.heads; ++head) {
    for (int token = 0; token < static_cast<int>(positions_.size()); ++token) {
      find_matrix(part, width, token, head);
      for (int b = 0; b < batch; ++b) {
        float* row = gradient.row(b, head, token);
        std::copy_n(row, width, row_.data());
        const double* by = matrix_.data();
        for (int c = 0; c < width; ++c, by += width) {
          double sum = 0;
          for (int i = 0; i < width; ++i) sum += by[i] * row_[i];
          row[c] = static_cast<float>(sum);
        }
      }
    }
  }
}

}  // namespace whereformer::train
