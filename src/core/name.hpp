// A short text in place: names that are put together without an allocation.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>

namespace whereformer {

class Name {
 public:
  static constexpr std::size_t kMost = 63;  // longer than the names of all tensors; what is beyond is cut

  Name() = default;
  Name(std::string_view text) { append(text); }  // NOLINT: a name is a text
  Name(const char* text) { append(text); }       // NOLINT

  Name& append(std::string_view text) {
    const std::size_t count = std::min(text.size(), kMost - size_);
    std::copy_n(text.data(), count, text_.data() + size_);
    size_ += count;
    return *this;
  }
  Name& append(int number) {
    char digits[12];
    const auto end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
    return append({digits, static_cast<std::size_t>(end - digits)});
  }
  friend Name operator+(Name name, std::string_view text) { return name.append(text); }

  const char* c_str() const { return text_.data(); }
  std::string_view view() const { return {text_.data(), size_}; }
  bool operator==(std::string_view other) const { return view() == other; }

 private:
  std::array<char, kMost + 1> text_{};  // ends with 0
  std::size_t size_ = 0;
};

}  // namespace whereformer
