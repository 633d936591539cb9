#include "train/mlp.hpp"

#include "simd/activations.hpp"

namespace whereformer::train {

void Mlp::find(Parameters& parameters, const Name& layer, const StackSpec& spec) {
  activation_ = spec.activation;
  gated_ = spec.gated_mlp;
  gate_.find(parameters, layer + "mlp.gate");
  up_.find(parameters, layer + "mlp.up");
  down_.find(parameters, layer + "mlp.down");
}

Status Mlp::backward(const Rows& rows, int count, const float* dy, Workspace& work, float* dx) {
  const std::size_t size = element_count(count, up_.outputs());
  const int values = static_cast<int>(size);
  Status status = grow(work.d_up, size);
  if (gated_) status = then(status, [&] { return grow(work.d_gate, size); });
  status = then(status, [&] { return down_.backward(rows.hidden, dy, count, work.panels, work.d_up.data(), false); });
  if (!status.ok()) return status;
  float* d_up = work.d_up.data();
  if (!gated_) {
    simd::activation_gradient(activation_, {rows.up, rows.hidden}, d_up, d_up, values);
    return up_.backward(rows.entering, d_up, count, work.panels, dx, false);
  }
  const auto product = [](simd::Lanes a, simd::Lanes b) { return a * b; };
  simd::transform(d_up, rows.up, work.d_gate.data(), values, product);
  simd::activation_gradient(activation_, {rows.gate, rows.activated}, work.d_gate.data(), work.d_gate.data(), values);
  simd::transform(d_up, rows.activated, d_up, values, product);
  return then(up_.backward(rows.entering, d_up, count, work.panels, dx, false),
              [&] { return gate_.backward(work.d_gate.data(), count, work.panels, dx, true); });
}

}  // namespace whereformer::train
