#include "train/mlp.hpp"

#include "simd/transform.hpp"

namespace whereformer::train {

void Mlp::find(Parameters& parameters, const Name& layer, const StackSpec& spec) {
  gated_ = spec.gated_mlp;
  gate_.find(parameters, layer + "mlp.gate");
  up_.find(parameters, layer + "mlp.up");
  down_.find(parameters, layer + "mlp.down");
}

Status Mlp::backward(const Rows& rows, int count, const float* dy, Workspace& work, float* dx) {
  const std::size_t size = element_count(count, up_.outputs());
  const int values = static_cast<int>(size);
  TRY(grow(work.d_up, size));
  if (gated_) TRY(grow(work.d_gate, size));
  TRY(down_.backward(rows.hidden, dy, count, work.panels, work.d_up.data(), false));
  float* d_up = work.d_up.data();
  const auto multiply = [values](const float* a, const float* b, float* to) {
    simd::transform(a, b, to, values, [](simd::Lanes x, simd::Lanes y) { return x * y; });
  };
  if (!gated_) {
    multiply(d_up, rows.slope, d_up);
    return up_.backward(rows.in, d_up, count, work.panels, dx, false);
  }
  float* d_gate = work.d_gate.data();
  multiply(d_up, rows.up, d_gate);
  multiply(d_gate, rows.slope, d_gate);
  multiply(d_up, rows.activated, d_up);
  TRY(up_.backward(rows.in, d_up, count, work.panels, dx, false));
  return gate_.backward(work.d_gate.data(), count, work.panels, dx, true);
}

}  // namespace whereformer::train
