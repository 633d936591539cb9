#include "bindings/object.hpp"

namespace whereformer::bindings {

int to_int(double number) {
  constexpr double kMost = std::numeric_limits<int>::max();
  return number == number ? static_cast<int>(std::clamp(number, -kMost, kMost)) : 0;
}

void FieldReader::read(const char* name, double& to) {
  const double given = field_number(object_, name);
  if (given == given) to = given;
}

void FieldReader::read(const char* name, float& to) {
  double given = static_cast<double>(to);
  read(name, given);
  to = static_cast<float>(given);
}

void FieldReader::read(const char* name, int& to) {
  double given = to;
  read(name, given);
  to = to_int(given);
}

void FieldReader::read(const char* name, bool& to) {
  double given = to ? 1 : 0;
  read(name, given);
  to = given == 1;
}

void FieldReader::read(const char* name, LayerList& to) {
  double given[LayerList::kMost];
  const std::size_t count = field_length(object_, name);
  if (count == 0) return;
  to.resize(count);
  if (count > LayerList::kMost) return;
  field_doubles(object_, name, given);
  std::transform(given, given + count, to.begin(), to_int);
}

// Reads a choice as its index; an unknown name gives one past the end of the list.
void FieldReader::choose(const char* name, int& to, std::span<const char* const> names) {
  char room[64];
  const std::string_view given = Text{{object_, name}}.read(room);
  if (given.empty()) return;
  const auto found = std::find(names.begin(), names.end(), given);
  to = found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

}  // namespace whereformer::bindings
