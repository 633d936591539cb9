// Parameters of encodings: numbers in ranges, choices, learned tables. An encoding lists its parameters once, in
// `parameters(visit)`; reading them from JSON, checking their ranges and the schema of the catalogue all come from that list.
#pragma once

#include <initializer_list>
#include <limits>
#include <span>

#include "core/buffer.hpp"
#include "core/shape.hpp"
#include "core/status.hpp"

namespace whereformer {

inline constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();  // an optional number that was not given

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// Ranges that numbers of an encoding have to be in; all finite.
enum class Range { any, not_negative, positive, at_least_one, above_one, unit, even_not_negative };

// unit = above 0, at most 1. NaN is outside of every range.
inline bool within(Range range, double x) {
  const bool finite = x >= -std::numeric_limits<double>::max() && x <= std::numeric_limits<double>::max();
  switch (range) {
    case Range::any:
      return finite;
    case Range::not_negative:
      return finite && x >= 0;
    case Range::even_not_negative:
      return finite && x >= 0 && x / 2 == static_cast<double>(static_cast<int>(x / 2));
    case Range::positive:
      return finite && x > 0;
    case Range::at_least_one:
      return finite && x >= 1;
    case Range::above_one:
      return finite && x > 1;
    case Range::unit:
      break;
  }
  return x > 0 && x <= 1;
}

// A list of numbers, which may begin with values of a static array.
class Numbers {
 public:
  Numbers() = default;
  template <std::size_t count>
  explicit Numbers(const double (&lasting)[count]) : values_(lasting) {}
  Numbers(Numbers&& other) noexcept { swap(other); }
  Numbers& operator=(Numbers&& other) noexcept {
    swap(other);
    return *this;
  }

  // Replaces the list by `count` numbers that are not set yet.
  Status allocate_unset(std::size_t count) {
    TRY(own_.allocate_unset(count));
    values_ = own_.span();
    return {};
  }
  Status copy_from(std::span<const double> source) {
    TRY(own_.copy_from(source));
    values_ = own_.span();
    return {};
  }

  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  double operator[](std::size_t i) const { return values_[i]; }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  std::span<const double> span() const { return values_; }
  // The numbers that were allocated or copied; empty for a static array.
  std::span<double> own() { return own_.span(); }

 private:
  void swap(Numbers& other) noexcept {
    std::swap(own_, other.own_);
    std::swap(values_, other.values_);
  }

  Buffer<double> own_;
  std::span<const double> values_;
};

// A learned table, [rows, columns], row-major.
struct Table {
  Buffer<float> values;
  int rows = 0;
  int columns = 0;

  bool empty() const { return values.empty(); }
  bool well_formed() const { return rows > 0 && columns > 0 && values.size() == element_count(rows, columns); }
  const float* row(int r) const { return values.data() + static_cast<std::size_t>(r) * columns; }
  float at(int r, int column) const { return row(r)[column]; }
};

// Is the table [rows, columns]? −1 = any number above 0. `wanted` is the shape in words; the error reports the axis that differs.
inline Status shaped(const Table& table, const char* name, int rows, int columns, const char* wanted) {
  const bool as_wanted =
      table.well_formed() && (rows < 0 || rows == table.rows) && (columns < 0 || columns == table.columns);
  const bool rows_differ = table.rows <= 0 || (rows >= 0 && rows != table.rows);
  return as_wanted ? Status{} : shape_error(name, rows_differ ? table.rows : table.columns, wanted);
}

// One number per head, or none at all.
inline Status per_head(const Numbers& numbers, const char* name, int heads) {
  const bool fits = numbers.empty() || static_cast<int>(numbers.size()) == heads;
  return fits ? Status{} : shape_error(name, static_cast<double>(numbers.size()), "one number per head");
}

// Positions are whole where they index a table.
inline Status whole_positions_below(std::span<const float> positions, double limit, const char* wanted) {
  for (const float p : positions) {
    const bool whole = p >= 0 && p < limit && p == static_cast<float>(static_cast<int>(p));
    if (!whole) return value_error("positions", p, wanted);
  }
  return {};
}

class ParameterVisitor {
 public:
  ParameterVisitor() = default;
  ParameterVisitor(const ParameterVisitor&) = delete;
  ParameterVisitor& operator=(const ParameterVisitor&) = delete;

  virtual void number(const char* name, double& to, Range range) = 0;
  virtual void optional(const char* name, double& to, Range range) = 0;  // kAbsent where not given
  virtual void integer(const char* name, int& to, Range range) = 0;
  virtual void flag(const char* name, bool& to) = 0;
  virtual void numbers(const char* name, Numbers& to, Range range) = 0;
  virtual void table(const char* name, Table& to) = 0;

  // Parameters that training may change. Visitors take them as the parameters above; that of training hides these functions by its own.
  // Numbers that training keeps within the range, and at most `most`.
  void learned(const char* name, Table& to) { table(name, to); }
  void learned(const char* name, Numbers& to, Range range, double /*most*/ = kUnbounded) { numbers(name, to, range); }
  void learned(const char* name, double& to, Range range) { number(name, to, range); }

  template <class Choice>
  void choice(const char* name, Choice& to, std::initializer_list<const char*> names) {
    int index = static_cast<int>(to);
    choose(name, index, {names.begin(), names.size()});
    to = static_cast<Choice>(index);
  }

  // Parameters of an object inside the object.
  template <class Visit>
  void group(const char* name, Visit&& visit) {
    if (!enter(name)) return;
    visit(*this);
    leave();
  }

 protected:
  ~ParameterVisitor() = default;
  virtual void choose(const char* name, int& to, std::span<const char* const> names) = 0;
  virtual bool enter(const char* name) = 0;
  virtual void leave() = 0;
};

// Finds the first number of an encoding that is outside of its range.
class RangeCheck final : public ParameterVisitor {
 public:
  Status status() const { return status_; }

  void number(const char* name, double& to, Range range) override { check(name, to, range); }
  void optional(const char* name, double& to, Range range) override {
    if (to == to) check(name, to, range);
  }
  void integer(const char* name, int& to, Range range) override { check(name, to, range); }
  void flag(const char*, bool&) override {}
  void numbers(const char* name, Numbers& to, Range range) override {
    for (const double x : to) check(name, x, range);
  }
  void table(const char*, Table&) override {}

 private:
  void check(const char* name, double x, Range range) {
    if (status_.ok() && !within(range, x)) status_ = value_error(name, x, "a number within its range");
  }
  void choose(const char*, int&, std::span<const char* const>) override {}
  bool enter(const char*) override { return true; }
  void leave() override {}

  Status status_;
};

// Are all numbers of this encoding in their ranges?
template <class E>
Status check_ranges(E& encoding) {
  RangeCheck check;
  encoding.parameters(static_cast<ParameterVisitor&>(check));
  return check.status();
}

}  // namespace whereformer
