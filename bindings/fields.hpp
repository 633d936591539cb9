// The fields of requests and results that are not plain numbers: places in objects of JavaScript. A request or a result is a struct
// that lists its fields once, in `fields(visit)`: visit(name, field, meaning). Reading, writing and the types of web/lib come from it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "bindings/crossings.hpp"
#include "core/lent.hpp"
#include "core/status.hpp"

namespace whereformer::bindings {

// The object outlives the field.
struct Field {
  Object object = nullptr;
  const char* name = nullptr;
};

// A typed array of element type T, as web/lib has checked it. Nothing is copied before it is asked for.
template <class T>
struct Array : Field {
  std::size_t size() const { return field_length(object, name); }

  // Where it lies in this memory; null = elsewhere.
  const T* address() const { return static_cast<const T*>(field_address(object, name)); }

  // To where there is room for it; it may lie there already, or meet that place.
  void copy_to(T* to) const {
    if (address() != to) field_bytes(object, name, to);
  }

  Status copy(Buffer<T>& to) const {
    const Status status = to.allocate_unset(size());
    if (status.ok() && !to.empty()) field_bytes(object, name, to.data());
    return status;
  }
};

struct Floats : Array<float> {
  // Lent where they lie in this memory, else copied.
  Status lend(Lent& to) const;
};

struct Flags : Array<std::uint8_t> {
  // As what is added to scores: 0 to attend, -infinity to hide. `to` has room for size() floats. Is each flag 1 or 0?
  bool copy_mask(float* to) const;
};

struct Text : Field {
  // Copied into `room`, cut where it is longer.
  std::string_view read(std::span<char> room) const;
};

// Position as plain JSON.
struct Position : Field {};

// Objects with a position each.
struct Stacks : Field {};

// What a result holds is written at once.
struct NumberResult : Field {
  void set(double value) const { result_number(object, name, value); }
};

struct TextResult : Field {
  void set(const char* text) const { result_text(object, name, text); }
};

struct FloatsResult : Field {
  void set(std::span<const float> values) const {
    result_floats(object, name, values.data(), values.size(), object, nullptr);
  }
  // A live view: growth of the memory detaches it.
  void lend(std::span<const float> values) const { result_view(object, name, values.data(), values.size()); }
};

// The values that the caller may have made room for, in request.out.
struct DataResult : Field {
  Object request = nullptr;

  void set(std::span<const float> values) const {
    result_floats(object, name, values.data(), values.size(), request, "out");
  }
};

// Where the values of a result are made: in request.out when that lies in this memory, else in memory of its own.
class Output {
 public:
  // `inputs` are not written over: where they meet `out`, the values are made elsewhere first. `same` may be all of it.
  Status prepare(const Floats& out, std::size_t count, std::initializer_list<std::span<const float>> inputs,
                 std::span<const float> same = {});

  std::span<float> values() { return made_; }

  // Hands the values over, unless they are where the caller wants them.
  void deliver(const DataResult& data) const;

 private:
  bool meets(std::span<const float> input) const;

  std::span<float> room_;  // request.out, when it lies here and has room for exactly the values
  std::span<float> made_;
  Buffer<float> own_;
};

}  // namespace whereformer::bindings
