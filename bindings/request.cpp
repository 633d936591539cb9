#include "bindings/request.hpp"

#include <algorithm>
#include <cstring>

namespace whereformer::bindings {
namespace {

const char* code_name(Code code) {
  switch (code) {
    case Code::shape:
      return "ERR_SHAPE";
    case Code::type:
      return "ERR_TYPE";
    case Code::parse:
      return "ERR_PARSE";
    case Code::unsupported:
      return "ERR_UNSUPPORTED";
    case Code::oom:
      return "ERR_OOM";
    case Code::ok:
    case Code::value:
      break;
  }
  return "ERR_VALUE";
}

}  // namespace

int to_int(double number) {
  constexpr double kMost = std::numeric_limits<int>::max();
  return number == number ? static_cast<int>(std::clamp(number, -kMost, kMost)) : 0;
}

std::string_view Request::text(const char* name, std::span<char> room) const {
  field_text(handle(), name, room.data(), room.size());
  return room.data();
}

bool Request::copy_mask(const char* name, float* to) const {
  const std::size_t count = length(name);
  // behind the floats that are being made: the last of them covers the last flag
  std::uint8_t* flags = reinterpret_cast<std::uint8_t*>(to) + (sizeof(float) - 1) * count;
  if (count > 0) field_bytes(handle(), name, flags);
  std::uint8_t any = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t flag = flags[i];
    any |= flag;
    to[i] = flag != 0 ? 0.0F : -std::numeric_limits<float>::infinity();
  }
  return any <= 1;
}

Status Request::lend(const char* name, Lent& to) const {
  const std::size_t count = length(name);
  if (count == 0) return to.allocate(0);
  if (const void* here = field_address(handle(), name)) {
    to.lend({static_cast<const float*>(here), count});
    return {};
  }
  const Status status = to.allocate(count);
  if (status.ok()) field_bytes(handle(), name, to.own());
  return status;
}

void Result::fail(const Status& status) {
  Result failure(request_);
  failure.set("code", code_name(status.code));
  failure.set("argument", status.argument);
  failure.set("got", status.got);
  failure.set("wanted", status.wanted);
  result_value(handle(), "failure", failure.handle());
}

Status Output::prepare(const Request& request, std::size_t count, std::initializer_list<std::span<const float>> inputs,
                       std::span<const float> same) {
  const bool fits = count > 0 && request.length("out") == count;
  if (void* here = fits ? field_address(request.handle(), "out") : nullptr) {
    room_ = {static_cast<float*>(here), count};
    bool apart = same.data() == room_.data() || !meets(same);
    for (const std::span<const float> input : inputs) apart = apart && !meets(input);
    made_ = room_;
    if (apart) return {};
  }
  const Status status = own_.allocate_unset(count);
  made_ = own_.span();
  return status;
}

bool Output::meets(std::span<const float> input) const {
  return input.data() < room_.data() + room_.size() && room_.data() < input.data() + input.size();
}

void Output::deliver(Result& result) const {
  if (room_.empty()) {
    result.data(made_);
  } else if (room_.data() != made_.data()) {
    std::copy(made_.begin(), made_.end(), room_.begin());
  }
}

}  // namespace whereformer::bindings
