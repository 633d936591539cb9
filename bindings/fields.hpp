// The fields of requests and results that are not plain numbers: references into JavaScript objects. A request or a result is a struct
// that lists its fields once, in `fields(visit)`: visit(name, field, meaning). Reading, writing and the types of web/lib come from it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "bindings/crossings.hpp"
#include "core/copy_on_write.hpp"
#include "core/status.hpp"

namespace whereformer::bindings {

// A field of a JavaScript object, which outlives it.
struct Field {
  Object object = nullptr;
  const char* name = nullptr;
};

// A typed array of element type T; web/lib has checked its type. Copied on request only.
template <class T>
struct Array : Field {
  std::size_t size() const { return field_length(object, name); }

  // The address of the array on the WebAssembly heap; null = not on it.
  const T* address() const { return static_cast<const T*>(field_address(object, name)); }

  // Copies the values. `to` has room for size() of them; it may be or overlap the source.
  void copy_to(T* to) const {
    if (address() != to) field_bytes(object, name, to);
  }

  Status copy(Buffer<T>& to) const {
    TRY(to.allocate_unset(size()));
    if (!to.empty()) field_bytes(object, name, to.data());
    return {};
  }
};

struct Floats : Array<float> {
  // Reads the values: borrowed when they are on the WebAssembly heap, else copied.
  Status read(CopyOnWriteFloats& to) const;
};

struct Flags : Array<std::uint8_t> {
  // Converts flags to an additive mask: 0 attends, -infinity hides. `to` has room for size() floats. Returns whether all flags are 0 or 1.
  bool copy_mask(float* to) const;
};

// Values as a checkpoint stores them: a Float32Array, or a Uint16Array of float16 or bfloat16.
struct StoredValues : Field {
  template <class T>
  Array<T> as() const {
    return {{object, name}};
  }
};

struct Text : Field {
  // Reads the text into `room`, truncated if longer.
  std::string_view read(std::span<char> room) const;
};

// A position stack as plain JSON.
struct Position : Field {};

// An array of objects with a position each.
struct Stacks : Field {};

// A number of a result; results write through to the JavaScript object immediately.
struct NumberResult : Field {
  void set(double value) const { result_number(object, name, value); }
};

// A number that is absent in the result unless it is set.
struct OptionalResult : NumberResult {};

struct TextResult : Field {
  void set(const char* text) const { result_text(object, name, text); }
};

// A result that is any string; TextResult is for static ones.
struct WordResult : Field {
  void set(const char* word) const { result_word(object, name, word); }
};

struct FloatsResult : Field {
  void set(std::span<const float> values) const {
    result_floats(object, name, values.data(), values.size(), object, nullptr);
  }
  // Returns values as a live view: growth of the memory detaches it.
  void set_view(std::span<const float> values) const { result_view(object, name, values.data(), values.size()); }
};

// The values of a result, which are written to request.out if the caller passed it.
struct DataResult : Field {
  Object request = nullptr;

  void set(std::span<const float> values) const {
    result_floats(object, name, values.data(), values.size(), request, "out");
  }
};

// Output buffer of a result: request.out when that is on the WebAssembly heap, else a buffer of its own.
class Output {
 public:
  // If `out` overlaps one of `inputs`, values are computed in a separate buffer first. `same` may equal `out` (in place).
  Status prepare(const Floats& out, std::size_t count, std::initializer_list<std::span<const float>> inputs,
                 std::span<const float> same = {});

  std::span<float> values() { return made_; }

  // Copies the values to the result unless they were computed in request.out.
  void deliver(const DataResult& data) const;

 private:
  bool meets(std::span<const float> input) const;

  std::span<float> room_;  // request.out, if it is on the heap and of exactly this size
  std::span<float> made_;
  Buffer<float> own_;
};

}  // namespace whereformer::bindings
