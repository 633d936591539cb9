#include "attention/rotation.hpp"

#include "core/shape.hpp"

namespace whereformer {

Status Rotation::prepare(const PositionStack& stack, std::span<const float> positions) {
  turns_.clear();
  tokens_ = static_cast<int>(positions.size());
  Status status;
  stack.each([&](const auto& encoding) {
    using E = std::decay_t<decltype(encoding)>;
    static_assert(!Rotates<E> || std::is_same_v<E, Rope>, "a new rotation needs its own Turn");
    if constexpr (Rotates<E>) {
      if (status.ok()) status = add(encoding, positions);
    }
  });
  return status;
}

Status Rotation::add(const Rope& rope, std::span<const float> positions) {
  Turn turn{rope.layout, rope.pairs(), {}, {}};
  const std::size_t pairs = static_cast<std::size_t>(turn.pairs);
  const std::size_t count = element_count(positions.size(), pairs);
  const Status status = then(turn.cosine.allocate(count), [&] { return turn.sine.allocate(count); });
  if (!status.ok()) return status;
  for (std::size_t p = 0; p < positions.size(); ++p) {
    for (std::size_t i = 0; i < pairs; ++i) {
      // in double: float angles are off by 0.03 rad at position 10⁶
      const double angle = static_cast<double>(positions[p]) * rope.inverse_frequencies()[i];
      turn.cosine[p * pairs + i] = static_cast<float>(std::cos(angle) * rope.attention_factor());
      turn.sine[p * pairs + i] = static_cast<float>(std::sin(angle) * rope.attention_factor());
    }
  }
  turns_.push_back(std::move(turn));
  return {};
}

void Rotation::apply(HeadRows<float> rows, int batch, int heads) const {
  for (const Turn& turn : turns_) {
    const auto rotate = turn.layout == Rope::Layout::half ? simd::rotate_half : simd::rotate_interleaved;
    for (int b = 0; b < batch; ++b) {
      for (int h = 0; h < heads; ++h) {
        for (int t = 0; t < tokens_; ++t) {
          const std::size_t at = static_cast<std::size_t>(t) * static_cast<std::size_t>(turn.pairs);
          rotate(rows.row(b, h, t), turn.cosine.data() + at, turn.sine.data() + at, turn.pairs);
        }
      }
    }
  }
}

}  // namespace whereformer
