// Plain JavaScript objects, whose types web/lib has checked, and the reader that fills a struct from one.
#pragma once

#include <emscripten/val.h>

#include <algorithm>
#include <limits>

#include "bindings/fields.hpp"
#include "model/spec.hpp"

namespace whereformer::bindings {

// A JavaScript number as an int, clamped; NaN becomes 0.
int to_int(double number);

// Reads fields by names that are known only at run time.
class PlainObject {
 public:
  explicit PlainObject(emscripten::val object) : object_(std::move(object)) {}
  explicit PlainObject(const Field& field) : PlainObject(owned(field_value(field.object, field.name))) {}

  double number(const char* name) const { return field_number(handle(), name); }
  int integer(const char* name) const { return to_int(number(name)); }
  std::size_t length(const char* name) const { return field_length(handle(), name); }
  bool exists() const { return !object_.isUndefined(); }
  bool has(const char* name) const { return inside(name).exists(); }
  PlainObject inside(const char* name) const { return PlainObject(owned(field_value(handle(), name))); }
  PlainObject item(std::size_t i) const { return PlainObject(owned(item_value(handle(), i))); }

  Object handle() const { return object_.as_handle(); }

 private:
  static emscripten::val owned(Object value) {
    return emscripten::val::take_ownership(static_cast<emscripten::EM_VAL>(value));
  }

  emscripten::val object_;
};

// Fills the fields of a struct. Absent ones keep their defaults.
class FieldReader {
 public:
  explicit FieldReader(Object object) : object_(object) {}

  void operator()(const char* name, Field& to, const char* /*meaning*/) { to = {object_, name}; }
  void operator()(const char* name, double& to, const char* /*meaning*/) { read(name, to); }
  void operator()(const char* name, float& to, const char* /*meaning*/) { read(name, to); }
  void operator()(const char* name, int& to, const char* /*meaning*/) { read(name, to); }
  void operator()(const char* name, bool& to, const char* /*meaning*/) { read(name, to); }
  void operator()(const char* name, LayerList& to, const char* /*meaning*/) { read(name, to); }

  template <class Choice>
  void operator()(const char* name, Choice& to, std::span<const char* const> names, const char* /*meaning*/) {
    int index = static_cast<int>(to);
    choose(name, index, names);
    to = static_cast<Choice>(index);
  }

  // Reads a nested struct, which may be absent.
  template <class Struct>
  void optional(const char* name, Struct& to, const char* /*meaning*/) {
    const PlainObject inner(Field{object_, name});
    if (inner.exists()) to.fields(FieldReader(inner.handle()));
  }

 private:
  void read(const char* name, double& to);
  void read(const char* name, float& to);
  void read(const char* name, int& to);
  void read(const char* name, bool& to);
  void read(const char* name, LayerList& to);
  void choose(const char* name, int& to, std::span<const char* const> names);

  Object object_;
};

}  // namespace whereformer::bindings
