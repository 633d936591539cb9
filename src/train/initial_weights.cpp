#include "train/initial_weights.hpp"

#include <numbers>

#include "core/math.hpp"
#include "core/random.hpp"

namespace whereformer::train {
namespace {

constexpr double kDeviation = 0.02;

// Box and Muller 1958. The logarithm is of a number above 0.
double normal(Random& random) {
  const double radius = math::sqrt(-2 * math::log(1 - random.uniform()));
  return radius * math::cos(2 * std::numbers::pi * random.uniform());
}

bool ends_a_sublayer(std::string_view name) {
  return name.ends_with("output.weight") || name.ends_with("mlp.down.weight");
}

bool is_norm_weight(const Parameter& parameter) {
  return parameter.columns == 1 && parameter.name.view().ends_with(".weight");
}

}  // namespace

void set_initial_weights(Init init, const ModelSpec& spec, std::uint64_t seed, std::span<Parameter> parameters) {
  Random random(seed);
  const double narrowed = kDeviation / math::sqrt(2.0 * spec.stack.layers());
  for (Parameter& parameter : parameters) {
    const double deviation = init == Init::gpt2 && ends_a_sublayer(parameter.name.view()) ? narrowed : kDeviation;
    const bool is_drawn = parameter.columns > 1;
    const float constant = is_norm_weight(parameter) ? 1.0F : 0.0F;
    for (float& x : parameter.value.span()) {
      x = is_drawn ? static_cast<float>(deviation * normal(random)) : constant;
    }
  }
}

}  // namespace whereformer::train
