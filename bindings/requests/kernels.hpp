#pragma once

#include "bindings/requests/core.hpp"

namespace whereformer::bindings {

struct MatmulRequest {
  Floats a;
  Floats b;
  int batch = 0;
  int rows = 0;
  int inner = 0;
  int columns = 0;
  bool shares_a = false;
  Floats out;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("a", a, "[batch, or 1 when shared, rows, inner]");
    visit("b", b, "[batch, inner, columns]");
    visit("batch", batch, "");
    visit("rows", rows, "");
    visit("inner", inner, "");
    visit("columns", columns, "");
    visit("sharesA", shares_a, "one a for every b");
    visit("out", out, "empty = fresh memory");
  }
};

struct SoftmaxRequest {
  Floats x;
  int width = 0;
  Floats out;

  template <class Visit>
  void fields(Visit&& visit) {
    visit("x", x, "[rows, width]");
    visit("width", width, "");
    visit("out", out, "empty = fresh memory");
  }
};

struct RmsNormRequest : SoftmaxRequest {
  Floats weight;
  float epsilon = 0;

  template <class Visit>
  void fields(Visit&& visit) {
    SoftmaxRequest::fields(visit);
    visit("weight", weight, "[width], or empty");
    visit("epsilon", epsilon, "");
  }
};

struct LayerNormRequest : RmsNormRequest {
  Floats bias;

  template <class Visit>
  void fields(Visit&& visit) {
    RmsNormRequest::fields(visit);
    visit("bias", bias, "[width], or empty");
  }
};

Status matmul(const MatmulRequest& request, const ValuesResult& result);
Status softmax(const SoftmaxRequest& request, const ValuesResult& result);
Status layer_norm(const LayerNormRequest& request, const ValuesResult& result);
Status rms_norm(const RmsNormRequest& request, const ValuesResult& result);

}  // namespace whereformer::bindings
