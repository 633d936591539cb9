// What an operation is asked, and what it answers: plain objects of JavaScript.
#pragma once

#include <initializer_list>
#include <limits>
#include <string_view>

#include "bindings/crossings.hpp"
#include "core/lent.hpp"
#include "core/status.hpp"

namespace whereformer::bindings {

// A number of JavaScript as an int, clamped; NaN becomes 0.
int to_int(double number);

// A plain object, whose types web/lib has checked. What is absent reads as NaN, 0, false, empty.
class Request {
 public:
  explicit Request(emscripten::val object) : object_(std::move(object)) {}

  double number(const char* name) const { return field_number(handle(), name); }
  int integer(const char* name) const { return to_int(number(name)); }
  bool flag(const char* name) const { return number(name) == 1; }
  std::size_t length(const char* name) const { return field_length(handle(), name); }
  bool exists() const { return !object_.isUndefined(); }
  bool has(const char* name) const { return inside(name).exists(); }
  Request inside(const char* name) const {
    return Request(emscripten::val::take_ownership(field_value(handle(), name)));
  }
  Request item(std::size_t i) const { return Request(emscripten::val::take_ownership(item_value(handle(), i))); }

  // Copied into `room`, cut where it is longer.
  std::string_view text(const char* name, std::span<char> room) const;

  // Where a typed array lies in this memory; null = elsewhere.
  void* address(const char* name) const { return field_address(handle(), name); }

  // Copies a typed array to where there is room for it; it may lie there already, or meet that place.
  void copy_to(const char* name, void* to) const {
    if (field_address(handle(), name) != to) field_bytes(handle(), name, to);
  }

  // Copies a typed array of element type T.
  template <class T>
  Status copy(const char* name, Buffer<T>& to) const {
    const Status status = to.allocate_unset(length(name));
    if (status.ok() && !to.empty()) field_bytes(handle(), name, to.data());
    return status;
  }

  // A Uint8Array of flags as what is added to scores: 0 to attend, -infinity to hide. `to` has room for length(name) floats.
  // Is each flag 1 or 0?
  bool copy_mask(const char* name, float* to) const;

  // A Float32Array: lent where it lies in this memory, else copied.
  Status lend(const char* name, Lent& to) const;

  emscripten::EM_VAL handle() const { return object_.as_handle(); }

 private:
  emscripten::val object_;
};

// Carries the failure, if there is one; web/lib/errors.ts makes the sentence and throws.
class Result {
 public:
  explicit Result(const Request& request) : request_(request) {}

  void set(const char* name, double value) { result_number(handle(), name, value); }
  void set(const char* name, const char* text) { result_text(handle(), name, text); }
  void set(const char* name, std::span<const float> values) {
    result_floats(handle(), name, values.data(), values.size(), handle(), nullptr);
  }
  // The values that the caller may have made room for, in request.out.
  void data(std::span<const float> values) {
    result_floats(handle(), "data", values.data(), values.size(), request_.handle(), "out");
  }
  // A live view: growth of the memory takes it away.
  void lend(const char* name, std::span<const float> values) {
    result_view(handle(), name, values.data(), values.size());
  }
  void fail(const Status& status);

  emscripten::val take() { return std::move(object_); }

 private:
  emscripten::EM_VAL handle() const { return object_.as_handle(); }

  const Request& request_;
  emscripten::val object_ = emscripten::val::object();
};

// Where the values of a result are made: in request.out when that lies in this memory, else in memory of its own.
class Output {
 public:
  // `inputs` are not written over: where they meet request.out, the values are made elsewhere first. `same` may be all of it.
  Status prepare(const Request& request, std::size_t count, std::initializer_list<std::span<const float>> inputs,
                 std::span<const float> same = {});

  std::span<float> values() { return made_; }

  // Hands the values over, unless they are where the caller wants them.
  void deliver(Result& result) const;

 private:
  bool meets(std::span<const float> input) const;

  std::span<float> room_;  // request.out, when it lies here and has room for exactly the values
  std::span<float> made_;
  Buffer<float> own_;
};

}  // namespace whereformer::bindings
