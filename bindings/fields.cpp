#include "bindings/fields.hpp"

#include <algorithm>

namespace whereformer::bindings {

std::string_view Text::read(std::span<char> room) const {
  field_text(object, name, room.data(), room.size());
  return room.data();
}

bool Flags::copy_mask(float* to) const {
  const std::size_t count = size();
  // flags are read into the end of the float buffer, then converted in place
  std::uint8_t* flags = reinterpret_cast<std::uint8_t*>(to) + (sizeof(float) - 1) * count;
  if (count > 0) field_bytes(object, name, flags);
  std::uint8_t any = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t flag = flags[i];
    any |= flag;
    to[i] = flag != 0 ? 0.0F : -std::numeric_limits<float>::infinity();
  }
  return any <= 1;
}

Status Floats::read(CopyOnWriteFloats& to) const {
  const std::size_t count = size();
  if (count == 0) return to.allocate(0);
  if (const float* here = address()) {
    to.borrow({here, count});
    return {};
  }
  TRY(to.allocate(count));
  field_bytes(object, name, to.own());
  return {};
}

Status Output::prepare(const Floats& out, std::size_t count, std::initializer_list<std::span<const float>> inputs,
                       std::span<const float> same) {
  const bool fits = count > 0 && out.size() == count;
  if (void* here = fits ? field_address(out.object, out.name) : nullptr) {
    room_ = {static_cast<float*>(here), count};
    bool apart = same.data() == room_.data() || !meets(same);
    for (const std::span<const float> input : inputs) apart = apart && !meets(input);
    made_ = room_;
    if (apart) return {};
  }
  TRY(own_.allocate_unset(count));
  made_ = own_.span();
  return {};
}

bool Output::meets(std::span<const float> input) const {
  return input.data() < room_.data() + room_.size() && room_.data() < input.data() + input.size();
}

void Output::deliver(const DataResult& data) const {
  if (room_.empty()) {
    data.set(made_);
  } else if (room_.data() != made_.data()) {
    std::copy(made_.begin(), made_.end(), room_.begin());
  }
}

}  // namespace whereformer::bindings
