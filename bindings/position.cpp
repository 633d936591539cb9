#include "bindings/position.hpp"

#include <string>

#include "attention/owned_call.hpp"
#include "bindings/errors.hpp"
#include "core/shape.hpp"

namespace whereformer::bindings {
namespace {

using emscripten::val;

// Fills the parameters of one encoding from a JavaScript object, whose types web/lib has checked. A missing key keeps the
// default; ranges are checked when the stack is prepared.
class ParameterReader final : public ParameterVisitor {
 public:
  explicit ParameterReader(const val& object) : object_(object) {}

  Status status() const { return status_; }

  void number(const char* name, double& to, Range) override {
    read(name, [&](const val& v) { to = v.as<double>(); });
  }
  void optional(const char* name, double& to, Range range) override { number(name, to, range); }
  void integer(const char* name, int& to, Range) override {
    read(name, [&](const val& v) { to = v.as<int>(); });
  }
  void flag(const char* name, bool& to) override {
    read(name, [&](const val& v) { to = v.isTrue(); });
  }
  void numbers(const char* name, std::vector<double>& to, Range) override {
    read(name, [&](const val& v) {
      const std::size_t length = v["length"].as<std::size_t>();
      if (length > 1 << 20) {
        status_ = shape_error(name, static_cast<double>(length), "at most 2^20 numbers");
        return;
      }
      to.resize(length);
      for (std::size_t i = 0; i < length; ++i) to[i] = v[i].as<double>();
    });
  }
  void table(const char* name, Table& to) override {
    read(name, [&](const val& v) {
      status_ = copy_in(v["data"], to.values);
      to.rows = v["rows"].as<int>();
      to.columns = v["columns"].as<int>();
    });
  }

 private:
  template <class Use>
  void read(const char* name, Use&& use) {
    const val v = object_[name];
    if (status_.ok() && !v.isUndefined()) use(v);
  }

  void choose(const char* name, int& to, std::span<const char* const> names) override {
    read(name, [&](const val& v) {
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (v.strictlyEquals(val(names[i]))) to = static_cast<int>(i);
      }
    });
  }

  // One level deep: no encoding has objects inside objects inside objects.
  bool enter(const char* name) override {
    val v = object_[name];
    if (v.isUndefined()) return false;
    outer_ = object_;
    object_ = std::move(v);
    return true;
  }
  void leave() override { object_ = outer_; }

  val object_;
  val outer_ = val::undefined();
  Status status_;
};

Status read_encoding(const val& object, PositionStack& stack) {
  std::unique_ptr<AnyEncoding> encoding = make_encoding(object["type"].as<std::string>());
  if (!encoding) {
    return {Code::unsupported, "position.type", std::numeric_limits<double>::quiet_NaN(),
            "an encoding of the catalogue"};
  }
  ParameterReader reader(object);
  encoding->parameters(reader);
  if (reader.status().ok()) stack.add(std::move(encoding));
  return reader.status();
}

// Reads a list of encodings and the positions they are asked at; prepares and places.
Status read_at(const RawPosition& list, const Float32Array& at, Geometry geometry, PositionStack& stack,
               Buffer<float>& positions) {
  Status status = then(read_position(list, stack), [&] { return copy_in(at, positions); });
  status = then(status, [&] { return stack.prepare(geometry.over(positions.span())); });
  return then(status, [&] { return stack.place(positions.span()); });
}

val with_data(const Status& status, std::span<const float> data) {
  val result = result_of(status);
  if (status.ok()) result.set("data", copy_out(data));
  return result;
}

EMSCRIPTEN_DECLARE_VAL_TYPE(DataResult);
EMSCRIPTEN_DECLARE_VAL_TYPE(FrequenciesResult);

// Position ids as doors 1 to 5 see them.
DataResult place(const RawPosition& list, const Float32Array& at) {
  PositionStack stack;
  Buffer<float> positions;
  const Status status = read_at(list, at, {}, stack, positions);
  return DataResult(with_data(status, positions.span()));
}

// [n, dim]: the code of each position.
DataResult embed(const RawPosition& list, const Float32Array& at, int dim) {
  PositionStack stack;
  Buffer<float> positions;
  Buffer<float> rows;
  Status status = read_at(list, at, {1, 0, dim}, stack, positions);
  status = then(status, [&] { return rows.allocate(element_count(positions.size(), dim)); });
  if (status.ok()) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      stack.embed(rows.span().subspan(i * static_cast<std::size_t>(dim), static_cast<std::size_t>(dim)), positions[i]);
    }
  }
  return DataResult(with_data(status, rows.span()));
}

// x [rows, tokens, headDim] → the same, rotated, [rows, tokens, rotated width]; rows = batch · heads.
DataResult rotate(const RawPosition& list, const Float32Array& x, int rows, int heads, int tokens, int head_dim,
                  const Float32Array& at, int side) {
  PositionStack stack;
  Buffer<float> positions;
  Buffer<float> data;
  Rotation rotation;
  Status status = read_at(list, at, {heads, head_dim}, stack, positions);
  status = then(status, [&] { return copy_in(x, data); });
  status = then(status, [&]() -> Status {
    const std::size_t wanted = element_count(rows, tokens, head_dim);
    if (data.size() != wanted)
      return shape_error("x", static_cast<double>(data.size()), "rows × tokens × headDim values");
    if (positions.size() != static_cast<std::size_t>(tokens)) {
      return shape_error("positions", static_cast<double>(positions.size()), "one position per token");
    }
    const int width = stack.rotated_width(head_dim);
    const Status widened = widen(data, element_count(rows, tokens), head_dim, width);
    return then(widened, [&] {
      return rotation.prepare(stack, positions.span(), {static_cast<Side>(side), heads, 1, head_dim});
    });
  });
  if (status.ok()) {
    const int width = stack.rotated_width(head_dim);
    rotation.apply(HeadRows<float>::contiguous(data.data(), heads, tokens, width), rows / heads);
  }
  return DataResult(with_data(status, data.span()));
}

// [heads, queries, keys]; scale NaN = the encoding's own.
DataResult bias(const RawPosition& list, int heads, const Float32Array& query_at, const Float32Array& key_at,
                int head_dim, double scale) {
  PositionStack stack;
  Buffer<float> queries;
  Buffer<float> keys;
  Buffer<float> data;
  Status status = then(read_position(list, stack), [&] { return copy_in(query_at, queries); });
  status = then(status, [&] { return copy_in(key_at, keys); });
  status = then(status, [&] {
    Geometry geometry{heads, head_dim};
    geometry.scale = scale == scale ? scale : stack.dot_scale(geometry);
    return stack.prepare(geometry.over(queries.span()).over(keys.span()));
  });
  status = then(status, [&] { return stack.place(queries.span()); });
  status = then(status, [&] { return stack.place(keys.span()); });
  status = then(status, [&] { return data.allocate(element_count(heads, queries.size(), keys.size())); });
  status = then(status, [&] { return bias_matrix(stack, heads, queries.span(), keys.span(), data.data()); });
  return DataResult(with_data(status, data.span()));
}

// Inverse frequencies of the rotation, in radians per position, for a head of `dim` channels and `length` tokens in sight.
FrequenciesResult frequencies(const RawPosition& list, int dim, int length) {
  PositionStack stack;
  const Geometry geometry{1, dim, 0, static_cast<double>(length)};
  const Status status = then(read_position(list, stack), [&] { return stack.prepare(geometry); });
  std::vector<float> inverse;
  double factor = 1;
  for (const auto& part : stack.parts()) {
    const std::span<const double> found = part->inverse_frequencies();
    if (found.empty()) continue;
    inverse.assign(found.begin(), found.end());
    factor = part->attention_factor();
  }
  val result = with_data(status, inverse);
  result.set("attentionFactor", factor);
  return FrequenciesResult(std::move(result));
}

}  // namespace

Status read_position(const val& list, PositionStack& stack) {
  const std::size_t length = list["length"].as<std::size_t>();
  for (std::size_t i = 0; i < length; ++i) {
    if (const Status status = read_encoding(list[i], stack); !status.ok()) return status;
  }
  return {};
}

EMSCRIPTEN_BINDINGS(whereformer_position) {
  emscripten::register_type<Float32Array>("Float32Array");
  emscripten::register_type<Int32Array>("Int32Array");
  emscripten::register_type<Uint8Array>("Uint8Array");
  emscripten::register_type<RawPosition>("Array<Record<string, unknown>>");
  emscripten::register_type<DataResult>(
      "{ failure?: { code: string; argument: string; got: number; wanted: string }; data: Float32Array }");
  emscripten::register_type<FrequenciesResult>(
      "{ failure?: { code: string; argument: string; got: number; wanted: string }; data: Float32Array; "
      "attentionFactor: number }");
  emscripten::function("place", &place);
  emscripten::function("embed", &embed);
  emscripten::function("rotate", &rotate);
  emscripten::function("bias", &bias);
  emscripten::function("frequencies", &frequencies);
}

}  // namespace whereformer::bindings
