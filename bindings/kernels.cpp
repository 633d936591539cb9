// Matrix products and normalisations as operations of their own, over rows of tensors.
#include "bindings/requests/kernels.hpp"

#include "core/parallel.hpp"
#include "core/shape.hpp"
#include "simd/matmul.hpp"
#include "simd/norms.hpp"
#include "simd/softmax.hpp"

namespace whereformer::bindings {
namespace {

// Reads an array of `wanted` values, or an absent one where that is allowed.
Status read(const Floats& from, std::size_t wanted, CopyOnWriteFloats& to, bool optional = false) {
  TRY(from.read(to));
  if (to.size() == wanted || (optional && to.empty())) return {};
  return shape_error(from.name, static_cast<double>(to.size()), "as many values as the shape requires");
}

// Applies `rows(from, weight, bias, to, width, count)` to x [count, width]; absent weight and bias are null.
template <class Rows>
Status by_rows(const SoftmaxRequest& request, const Floats* weights, const Floats* biases, const ValuesResult& result,
               Rows&& rows) {
  const int width = request.width;
  CopyOnWriteFloats x;
  CopyOnWriteFloats weight;
  CopyOnWriteFloats bias;
  Output to;
  TRY(request.x.read(x));
  const auto read_row = [&](const Floats* from, CopyOnWriteFloats& row) {
    return from == nullptr ? Status{} : read(*from, width, row, true);
  };
  TRY(read_row(weights, weight));
  TRY(read_row(biases, bias));
  TRY(to.prepare(request.out, x.size(), {weight.span(), bias.span()}, x.span()));
  const auto or_null = [](const CopyOnWriteFloats& values) { return values.empty() ? nullptr : values.data(); };
  const int count = width > 0 ? static_cast<int>(x.size() / static_cast<std::size_t>(width)) : 0;
  const float* from = x.data();
  float* values = to.values().data();
  constexpr double kValue = 16;  // multiply-adds, in the time that a value takes
  // one thread in place, where units would read what they write
  const int threads = from == values ? 1 : parallel::threads_for(kValue * static_cast<double>(x.size()));
  const parallel::Division parts = parallel::divide(threads, count, kValue * width);
  parallel::for_each(threads, parts.units(), [&](int unit, int /*thread*/) {
    const int first = parts.first(unit);
    const std::size_t at = element_count(first, width);
    rows(from + at, or_null(weight), or_null(bias), values + at, width, parts.last(unit) - first);
  });
  to.deliver(result.data);
  return {};
}

// The work of one row as work on rows, for by_rows.
template <class Row>
auto each(Row&& row) {
  return [=](const float* from, const float* weight, const float* bias, float* to, int width, int count) {
    for (; count > 0; --count, from += width, to += width) row(from, weight, bias, to, width);
  };
}

}  // namespace

// Matrix products: a [batch or 1, rows, inner] · b [batch, inner, columns] → [batch, rows, columns].
Status matmul(const MatmulRequest& request, const ValuesResult& result) {
  const int batch = request.batch;
  const int rows = request.rows;
  const int inner = request.inner;
  const int columns = request.columns;
  const bool shares_a = request.shares_a;
  CopyOnWriteFloats a;
  CopyOnWriteFloats b;
  Output c;
  TRY(read(request.a, element_count(shares_a ? 1 : batch, rows, inner), a));
  TRY(read(request.b, element_count(batch, inner, columns), b));
  TRY(c.prepare(request.out, element_count(batch, rows, columns), {a.span(), b.span()}));
  const auto part = [](int i, int height, int width) { return static_cast<std::ptrdiff_t>(i) * height * width; };
  const int products = c.values().empty() ? 0 : batch;
  for (int i = 0; i < products; ++i) {
    TRY(simd::multiply(a.data() + part(shares_a ? 0 : i, rows, inner), rows, inner, b.data() + part(i, inner, columns),
                       columns, c.values().data() + part(i, rows, columns)));
  }
  c.deliver(result.data);
  return {};
}

Status softmax(const SoftmaxRequest& request, const ValuesResult& result) {
  return by_rows(request, nullptr, nullptr, result,
                 [](const float* from, const float*, const float*, float* to, int width, int count) {
                   simd::softmax(from, to, width, count);
                 });
}

Status layer_norm(const LayerNormRequest& request, const ValuesResult& result) {
  const float epsilon = request.epsilon;
  return by_rows(request, &request.weight, &request.bias, result,
                 each([=](const float* from, const float* weight, const float* bias, float* to, int width) {
                   simd::layer_norm(from, weight, bias, epsilon, to, width);
                 }));
}

Status rms_norm(const RmsNormRequest& request, const ValuesResult& result) {
  const float epsilon = request.epsilon;
  return by_rows(request, &request.weight, nullptr, result,
                 each([=](const float* from, const float* weight, const float*, float* to, int width) {
                   simd::rms_norm(from, weight, epsilon, to, width);
                 }));
}

}  // namespace whereformer::bindings
