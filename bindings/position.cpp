#include "bindings/position.hpp"

#include <initializer_list>
#include <string>

#include "attention/attend.hpp"
#include "attention/rotation.hpp"
#include "bindings/errors.hpp"
#include "core/shape.hpp"

namespace whereformer::bindings {
namespace {

using emscripten::val;

// Fills the parameters of one encoding from a JavaScript object. A missing key keeps the default.
class ParameterReader {
 public:
  explicit ParameterReader(const val& object) : object_(object) {}

  Status status() const { return status_; }

  void number(const char* name, double& to) {
    read(name, [&](const val& v) {
      if (!v.isNumber()) return refuse("a number");
      to = v.as<double>();
    });
  }

  void integer(const char* name, int& to) {
    double n = to;
    number(name, n);
    // written so that NaN is refused
    if (!(n >= -0x1p30 && n <= 0x1p30 && n == static_cast<double>(static_cast<int>(n)))) {
      status_ = value_error("position", n, "whole numbers where the encoding counts");
      return;
    }
    to = static_cast<int>(n);
  }

  void flag(const char* name, bool& to) {
    read(name, [&](const val& v) {
      if (!v.isTrue() && !v.isFalse()) return refuse("true or false");
      to = v.isTrue();
    });
  }

  // Parameters of an object inside the object.
  template <class Visit>
  void group(const char* name, Visit&& visit) {
    read(name, [&](const val& v) {
      ParameterReader inner(v);
      visit(inner);
      status_ = inner.status();
    });
  }

  template <class Choice>
  void choice(const char* name, Choice& to, std::initializer_list<const char*> names) {
    read(name, [&](const val& v) {
      int index = 0;
      for (const char* candidate : names) {
        if (v.strictlyEquals(val(candidate))) {
          to = static_cast<Choice>(index);
          return;
        }
        ++index;
      }
      refuse("one of the names that the encoding knows");
    });
  }

  void numbers(const char* name, std::vector<double>& to) {
    read(name, [&](const val& v) {
      const std::size_t length = v["length"].as<std::size_t>();
      if (length > 1 << 20) return refuse("a shorter list");
      to.clear();
      for (std::size_t i = 0; i < length; ++i) to.push_back(v[i].as<double>());
    });
  }

  void table(Table& to) {
    read("table", [&](const val& v) { status_ = copy_in(v, to.values); });
    integer("rows", to.rows);
    integer("columns", to.columns);
  }

 private:
  template <class Use>
  void read(const char* name, Use&& use) {
    const val v = object_[name];
    if (status_.ok() && !v.isUndefined()) use(v);
  }
  void refuse(const char* wanted) {
    status_ = {Code::type, "position", std::numeric_limits<double>::quiet_NaN(), wanted};
  }

  const val& object_;
  Status status_;
};

Status read_encoding(const val& object, PositionStack& stack) {
  AnyEncoding encoding;
  if (!make_encoding(object["type"].as<std::string>(), encoding)) {
    return {Code::unsupported, "position.type", std::numeric_limits<double>::quiet_NaN(),
            "an encoding of the catalogue"};
  }
  ParameterReader reader(object);
  std::visit([&](auto& e) { e.parameters(reader); }, encoding);
  if (reader.status().ok()) stack.add(std::move(encoding));
  return reader.status();
}

val with_data(const Status& status, std::span<const float> data) {
  val result = result_of(status);
  if (status.ok()) result.set("data", copy_out(data));
  return result;
}

EMSCRIPTEN_DECLARE_VAL_TYPE(DataResult);
EMSCRIPTEN_DECLARE_VAL_TYPE(FrequenciesResult);

// [n, dim]: the code of each position.
DataResult embed(const RawPosition& list, const Float32Array& at, int dim) {
  PositionStack stack;
  Buffer<float> positions;
  Buffer<float> rows;
  Status status = then(read_position(list, stack), [&] { return copy_in(at, positions); });
  status = then(status, [&] { return stack.prepare({1, 0, dim}); });
  status = then(status, [&] { return stack.check_positions(positions.span()); });
  status = then(status, [&] { return rows.allocate(element_count(positions.size(), dim)); });
  if (status.ok()) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      stack.embed(rows.span().subspan(i * static_cast<std::size_t>(dim), static_cast<std::size_t>(dim)), positions[i]);
    }
  }
  return DataResult(with_data(status, rows.span()));
}

// x [rows, tokens, headDim] → the same, rotated; rows = batch · heads.
DataResult rotate(const RawPosition& list, const Float32Array& x, int rows, int heads, int tokens, int head_dim,
                  const Float32Array& at) {
  PositionStack stack;
  Buffer<float> positions;
  Buffer<float> data;
  Rotation rotation;
  Status status = then(read_position(list, stack), [&] { return copy_in(at, positions); });
  status = then(status, [&] { return copy_in(x, data); });
  status = then(status, [&]() -> Status {
    const std::size_t wanted = element_count(rows, tokens, head_dim);
    if (data.size() != wanted)
      return shape_error("x", static_cast<double>(data.size()), "rows × tokens × headDim values");
    if (positions.size() != static_cast<std::size_t>(tokens)) {
      return shape_error("positions", static_cast<double>(positions.size()), "one position per token");
    }
    const Geometry geometry{heads, head_dim, 0};
    return then(stack.prepare(geometry.over(positions.span())),
                [&] { return rotation.prepare(stack, positions.span()); });
  });
  if (status.ok()) rotation.apply(HeadRows<float>::contiguous(data.data(), rows, tokens, head_dim), 1, rows);
  return DataResult(with_data(status, data.span()));
}

// [heads, queries, keys]
DataResult bias(const RawPosition& list, int heads, const Float32Array& query_at, const Float32Array& key_at) {
  PositionStack stack;
  Buffer<float> queries;
  Buffer<float> keys;
  Buffer<float> data;
  Status status = then(read_position(list, stack), [&] { return copy_in(query_at, queries); });
  status = then(status, [&] { return stack.prepare({heads, 0, 0}); });
  status = then(status, [&] { return copy_in(key_at, keys); });
  status = then(status, [&] { return stack.check_positions(queries.span()); });
  status = then(status, [&] { return stack.check_positions(keys.span()); });
  status = then(status, [&] { return data.allocate(element_count(heads, queries.size(), keys.size())); });
  if (status.ok()) bias_matrix(stack, heads, queries.span(), keys.span(), data.data());
  return DataResult(with_data(status, data.span()));
}

// Inverse frequencies of the rotation, in radians per position, for a head of `dim` channels and `length` tokens in sight.
FrequenciesResult frequencies(const RawPosition& list, int dim, int length) {
  PositionStack stack;
  const Geometry geometry{1, dim, 0, static_cast<double>(length)};
  const Status status = then(read_position(list, stack), [&] { return stack.prepare(geometry); });
  std::vector<float> inverse;
  double factor = 1;
  stack.each([&](const auto& e) {
    if constexpr (std::is_same_v<std::decay_t<decltype(e)>, Rope>) {
      inverse.assign(e.inverse_frequencies().begin(), e.inverse_frequencies().end());
      factor = e.attention_factor();
    }
  });
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
  emscripten::function("embed", &embed);
  emscripten::function("rotate", &rotate);
  emscripten::function("bias", &bias);
  emscripten::function("frequencies", &frequencies);
}

}  // namespace whereformer::bindings
