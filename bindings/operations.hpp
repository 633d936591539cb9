// The one list of operations: each takes one plain object and returns one.
#pragma once

#include "bindings/requests/attention.hpp"
#include "bindings/requests/kernels.hpp"
#include "bindings/requests/model.hpp"
#include "bindings/requests/position.hpp"

namespace whereformer::bindings {

// Runs an operation on plain objects; a status that is not ok becomes the result's failure.
template <class Request, class Result>
using Operation = Status (*)(const Request&, const Result&);

template <class Visit>
void operations(Visit&& visit) {
  visit.template operation<build>("build");
  visit.template operation<live_handles>("liveHandles");
  visit.template operation<release>("release");
  visit.template operation<allocate>("allocate");
  visit.template operation<view>("view");
  visit.template operation<attention>("attention");
  visit.template operation<matmul>("matmul");
  visit.template operation<softmax>("softmax");
  visit.template operation<layer_norm>("layerNorm");
  visit.template operation<rms_norm>("rmsNorm");
  visit.template operation<place>("place");
  visit.template operation<embed>("embed");
  visit.template operation<rotate>("rotate");
  visit.template operation<bias>("bias");
  visit.template operation<frequencies>("frequencies");
  visit.template operation<measure>("measure");
  visit.template operation<create_model>("createModel");
  visit.template operation<set_tensor>("setTensor");
  visit.template operation<read_tensor>("readTensor");
  visit.template operation<finish_model>("finishModel");
  visit.template operation<forward>("forward");
  visit.template operation<create_session>("createSession");
  visit.template operation<evict>("evict");
  visit.template operation<feed>("feed");
  visit.template operation<sample>("sample");
  visit.template operation<logits>("logits");
}

}  // namespace whereformer::bindings
