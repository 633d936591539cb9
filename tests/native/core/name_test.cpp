#include "core/name.hpp"

#include <string>

#include "support.hpp"

using namespace whereformer;

TEST_CASE("names are put together of texts and numbers, and end with zero") {
  const Name name = Name("layers.").append(-12).append(".") + "mlp.up" + ".weight";
  CHECK(name == "layers.-12.mlp.up.weight");
  CHECK(std::string(name.c_str()) == "layers.-12.mlp.up.weight");
  CHECK(Name() == "");
}

TEST_CASE("a name is cut where its room ends") {
  const std::string long_text(Name::kMost + 5, 'x');
  CHECK(Name(long_text.c_str()) == std::string(Name::kMost, 'x'));
  CHECK((Name("a") + long_text).view().size() == Name::kMost);
  CHECK((Name("a") + long_text + "b").view().size() == Name::kMost);
}
