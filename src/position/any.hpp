// The one list of encodings, and the stack that is composed of it at run time.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "position/alibi.hpp"
#include "position/learned.hpp"
#include "position/none.hpp"
#include "position/rope.hpp"
#include "position/sinusoidal.hpp"
#include "position/stack.hpp"
#include "position/t5_buckets.hpp"

namespace whereformer {

template <Encoding... E>
using OneOf = std::variant<E...>;

using AnyEncoding = OneOf<None, Sinusoidal, Learned, Rope, Alibi, T5Buckets>;

// Makes the encoding whose `type` is asked for, at its defaults; false when there is none of that name.
template <std::size_t Index = 0>
bool make_encoding(std::string_view type, AnyEncoding& made) {
  if constexpr (Index == std::variant_size_v<AnyEncoding>) {
    return false;
  } else {
    using E = std::variant_alternative_t<Index, AnyEncoding>;
    if (type != E::type) return make_encoding<Index + 1>(type, made);
    made.emplace<E>();
    return true;
  }
}

// Stack<…> at run time: the same hooks, the same meaning, chosen from JSON.
class PositionStack {
 public:
  using is_composed = void;

  void add(AnyEncoding&& encoding) { parts_.push_back(std::move(encoding)); }

  // The status of the first encoding that refuses.
  Status prepare(const Geometry& geometry) {
    Status status = geometry.check();
    for (AnyEncoding& part : parts_) {
      if (status.ok()) status = std::visit([&](auto& e) { return e.prepare(geometry); }, part);
    }
    return status;
  }

  Status check_positions(std::span<const float> positions) const {
    Status status;
    for (const AnyEncoding& part : parts_) {
      std::visit(
          [&](const auto& e) {
            if constexpr (requires { e.check_positions(positions); }) {
              if (status.ok()) status = e.check_positions(positions);
            }
          },
          part);
    }
    return status;
  }

  template <class Visit>
  void each(Visit&& visit) const {
    for (const AnyEncoding& part : parts_) std::visit(visit, part);
  }

  // Does any part have the hook that `asks` tests?
  template <class Asks>
  bool any(Asks&& asks) const {
    bool found = false;
    each([&](const auto& e) { found = found || asks(e); });
    return found;
  }

  bool rotates() const {
    return any([](const auto& e) { return Rotates<std::decay_t<decltype(e)>>; });
  }
  bool biases() const {
    return any([](const auto& e) {
      using E = std::decay_t<decltype(e)>;
      return Biases<E> || BiasesByDistance<E>;
    });
  }

  template <class T>
  void embed(std::span<T> row, double position) const {
    each([&](const auto& e) {
      if constexpr (Embeds<std::decay_t<decltype(e)>>) e.embed(row, position);
    });
  }

  template <class T>
  void rotate(std::span<T> row, double position, int head) const {
    each([&](const auto& e) {
      if constexpr (Rotates<std::decay_t<decltype(e)>>) e.rotate(row, position, head);
    });
  }

 private:
  std::vector<AnyEncoding> parts_;
};

}  // namespace whereformer
