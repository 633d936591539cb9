#include "bindings/position.hpp"

#include "attention/owned_call.hpp"
#include "bindings/object.hpp"
#include "bindings/requests/position.hpp"
#include "core/shape.hpp"

namespace whereformer::bindings {
namespace {

// The room for a name, more than any type, choice or tensor name needs.
constexpr std::size_t kLongestName = 64;

// Fills the parameters of one encoding. A missing key keeps the default; ranges are checked when the stack is prepared.
class ParameterReader final : public ParameterVisitor {
 public:
  explicit ParameterReader(const PlainObject& encoding) : object_(encoding) {}

  Status status() const { return status_; }

  void number(const char* name, double& to, Range) override {
    const double given = object_.number(name);
    if (given == given) to = given;
  }
  void optional(const char* name, double& to, Range range) override { number(name, to, range); }
  void integer(const char* name, int& to, Range) override {
    const double given = object_.number(name);
    if (given == given) to = to_int(given);
  }
  void flag(const char* name, bool& to) override {
    const double given = object_.number(name);
    if (given == given) to = given == 1;
  }
  void numbers(const char* name, Numbers& to, Range) override {
    const std::size_t length = object_.length(name);
    if (length > 1 << 20) {
      status_ = shape_error(name, static_cast<double>(length), "at most 2^20 numbers");
    } else if (object_.has(name) && status_.ok()) {
      status_ = to.allocate_unset(length);
      if (status_.ok()) field_doubles(object_.handle(), name, to.own().data());
    }
  }
  void table(const char* name, Table& to) override {
    const PlainObject table = object_.inside(name);
    if (!table.exists() || !status_.ok()) return;
    status_ = Array<float>{{table.handle(), "data"}}.copy(to.values);
    to.rows = table.integer("rows");
    to.columns = table.integer("columns");
  }

 private:
  void choose(const char* name, int& to, std::span<const char* const> names) override {
    char room[kLongestName];
    const std::string_view given = Text{{object_.handle(), name}}.read(room);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (given == names[i]) to = static_cast<int>(i);
    }
  }

  // Enters a group of parameters, one level deep: no encoding has objects inside objects inside objects.
  bool enter(const char* name) override {
    PlainObject group = object_.inside(name);
    if (!group.exists()) return false;
    outer_ = std::exchange(object_, std::move(group));
    return true;
  }
  void leave() override { object_ = outer_; }

  PlainObject object_;
  PlainObject outer_{emscripten::val::undefined()};
  Status status_;
};

Status read_encoding(const PlainObject& object, PositionStack& stack) {
  char room[kLongestName];
  std::unique_ptr<AnyEncoding> encoding;
  TRY(make_encoding(Text{{object.handle(), "type"}}.read(room), encoding));
  ParameterReader reader(object);
  encoding->parameters(reader);
  TRY(reader.status());
  return stack.add(std::move(encoding));
}

// Reads a list of encodings and the position ids; prepares the stack and remaps the ids.
Status read_at(const PlaceRequest& request, Geometry geometry, PositionStack& stack, Buffer<float>& positions) {
  TRY(read_position(request.position, stack));
  TRY(request.positions.copy(positions));
  TRY(stack.prepare(geometry.over(positions.span())));
  return stack.remap(positions.span());
}

}  // namespace

Status read_position(const Position& position, PositionStack& stack) {
  const PlainObject list(position);
  const std::size_t length = field_length(position.object, position.name);
  for (std::size_t i = 0; i < length; ++i) {
    TRY(read_encoding(list.item(i), stack));
  }
  return {};
}

// Remaps position ids to those that hooks receive.
Status place(const PlaceRequest& request, const ValuesResult& result) {
  PositionStack stack;
  Buffer<float> positions;
  TRY(read_at(request, {}, stack, positions));
  result.data.set(positions.span());
  return {};
}

// The vectors that are added to embeddings, [n, dim].
Status embed(const EmbedRequest& request, const ValuesResult& result) {
  PositionStack stack;
  Buffer<float> positions;
  Buffer<float> rows;
  const int dim = request.dim;
  TRY(read_at(request, {1, 0, dim}, stack, positions));
  TRY(rows.allocate(element_count(positions.size(), dim)));
  for (std::size_t i = 0; i < positions.size(); ++i) {
    stack.embed(rows.span().subspan(i * dim, dim), positions[i]);
  }
  result.data.set(rows.span());
  return {};
}

// Rotates x [rows, tokens, headDim] to [rows, tokens, rotated width]; rows = batch · heads.
Status rotate(const RotateRequest& request, const RotateResult& result) {
  PositionStack stack;
  Buffer<float> positions;
  Rotation rotation;
  Output to;
  const int heads = request.heads;
  const int tokens = request.tokens;
  const int head_dim = request.head_dim;
  const std::size_t rows = element_count(request.rows, tokens);
  TRY(read_at(request, {heads, head_dim}, stack, positions));
  const std::size_t given = request.x.size();
  if (given != element_count(rows, head_dim)) {
    return shape_error("x", static_cast<double>(given), "rows × tokens × headDim values");
  }
  if (positions.size() != static_cast<std::size_t>(tokens)) {
    return shape_error("positions", static_cast<double>(positions.size()), "one position per token");
  }
  const int width = stack.rotated_width(head_dim);
  TRY(rotation.prepare(stack, positions.span(), {static_cast<Side>(request.side), heads, 1, head_dim}));
  if (request.inverse) TRY(rotation.invert());
  const float* here = given > 0 ? request.x.address() : nullptr;
  const std::span<const float> lies(here, here == nullptr ? 0 : given);
  TRY(to.prepare(request.out, element_count(rows, width), {}, lies));
  if (given > 0) {
    float* made = to.values().data();
    const HeadRows<float> made_rows = HeadRows<float>::contiguous(made, heads, tokens, width);
    const int batch = request.rows / heads;
    if (here != nullptr && rotation.fills()) {
      rotation.apply(HeadRows<const float>::contiguous(here, heads, tokens, width), made_rows, batch);
    } else {
      request.x.copy_to(made);
      spread(made, rows, head_dim, width);
      rotation.apply(made_rows, batch);
    }
  }
  to.deliver(result.data);
  result.width.set(width);
  return {};
}

// The bias of pairs [heads, queries, keys]; scale NaN = the encoding's own.
Status bias(const BiasRequest& request, const ValuesResult& result) {
  PositionStack stack;
  Buffer<float> queries;
  Buffer<float> keys;
  Buffer<float> data;
  Geometry geometry{request.heads, request.head_dim};
  TRY(read_position(request.position, stack));
  TRY(request.query_positions.copy(queries));
  TRY(request.key_positions.copy(keys));
  geometry.scale = request.scale == request.scale ? request.scale : stack.dot_scale(geometry);
  TRY(stack.prepare(geometry.over(queries.span()).over(keys.span())));
  TRY(stack.remap(queries.span()));
  TRY(stack.remap(keys.span()));
  TRY(data.allocate_unset(element_count(geometry.heads, queries.size(), keys.size())));
  TRY(bias_matrix(stack, geometry.heads, queries.span(), keys.span(), data.data()));
  result.data.set(data.span());
  return {};
}

// Inverse frequencies of the rotation, in radians per position, for a head of `dim` channels and `length` tokens in sight.
Status frequencies(const FrequenciesRequest& request, const FrequenciesResult& result) {
  PositionStack stack;
  const Geometry geometry{1, request.dim, 0, request.length};
  TRY(read_position(request.position, stack));
  TRY(stack.prepare(geometry));
  Buffer<float> inverse;
  double factor = 1;
  for (const auto& part : stack.parts()) {
    const std::span<const double> found = part->inverse_frequencies();
    if (found.empty()) continue;
    TRY(inverse.allocate_unset(found.size()));
    std::copy(found.begin(), found.end(), inverse.data());
    factor = part->attention_factor();
  }
  result.data.set(inverse.span());
  result.attention_factor.set(factor);
  return {};
}

}  // namespace whereformer::bindings
