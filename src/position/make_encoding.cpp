#include "position/encodings.hpp"

namespace whereformer {
namespace {

template <class E>
Status make_hooked(std::unique_ptr<AnyEncoding>& to) {
  return make<Hooked<E>>(to);
}

struct Entry {
  const char* type;
  Status (*make)(std::unique_ptr<AnyEncoding>& to);
};

template <class... E>
Status find(std::string_view type, std::unique_ptr<AnyEncoding>& to, List<E...>) {
  static constexpr Entry kEntries[] = {{E::type, make_hooked<E>}...};
  for (const Entry& entry : kEntries) {
    if (type == entry.type) return entry.make(to);
  }
  return unsupported("position.type", kAbsent, "an encoding of the catalogue");
}

}  // namespace

Status make_encoding(std::string_view type, std::unique_ptr<AnyEncoding>& to) { return find(type, to, Encodings{}); }

}  // namespace whereformer
