// Prints the schema of the boundary as JSON: operations with their requests and results, the spec of a model, the parameters of every
// encoding. tools/generate/schema.mjs makes types and tables of it.
#include <charconv>
#include <cstdio>
#include <string>

#include "bindings/operations.hpp"
#include "bindings/thread_operations.hpp"
#include "bindings/train_operations.hpp"
#include "position/encodings.hpp"

namespace whereformer::bindings {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

template <class T>
std::string digits(T number) {
  char room[32];
  return {room, std::to_chars(room, room + sizeof(room), number).ptr};
}

// Prints objects and lists of JSON, element by element.
class Json {
 public:
  template <class Inside>
  void object(Inside&& inside) {
    nest('{', '}', inside);
  }
  template <class Inside>
  void list(Inside&& inside) {
    nest('[', ']', inside);
  }
  void key(const char* name) {
    separate();
    text_ += quoted(name) + ':';
    fresh_ = true;
  }
  void value(const std::string& json) {
    separate();
    text_ += json;
  }
  void member(const char* name, const std::string& json) {
    key(name);
    value(json);
  }
  void names(const char* name, std::span<const char* const> all) {
    key(name);
    list([&] {
      for (const char* one : all) value(quoted(one));
    });
  }
  const std::string& text() const { return text_; }

 private:
  void separate() {
    if (!fresh_) text_ += ',';
    fresh_ = false;
  }
  template <class Inside>
  void nest(char open, char close, Inside& inside) {
    separate();
    text_ += open;
    fresh_ = true;
    inside();
    text_ += close;
    fresh_ = false;
  }

  std::string text_;
  bool fresh_ = true;
};

const char* kind_of(const double&) { return "number"; }
const char* kind_of(const float&) { return "number"; }
const char* kind_of(const int&) { return "integer"; }
const char* kind_of(const bool&) { return "boolean"; }
const char* kind_of(const LayerList&) { return "integers"; }
const char* kind_of(const Array<float>&) { return "Float32Array"; }
const char* kind_of(const Array<int>&) { return "Int32Array"; }
const char* kind_of(const Flags&) { return "Uint8Array"; }
const char* kind_of(const StoredValues&) { return "Float32Array | Uint16Array"; }
const char* kind_of(const Text&) { return "string"; }
const char* kind_of(const Position&) { return "position"; }
const char* kind_of(const Stacks&) { return "stacks"; }
const char* kind_of(const NumberResult&) { return "number"; }
const char* kind_of(const OptionalResult&) { return "number"; }
const char* kind_of(const TextResult&) { return "string"; }
const char* kind_of(const WordResult&) { return "string"; }
const char* kind_of(const FloatsResult&) { return "Float32Array"; }
const char* kind_of(const DataResult&) { return "Float32Array"; }

// Prints the default of a number; NaN = absent.
template <class T>
void preset(Json& json, const T& number) {
  if (number == number) {
    json.member("default", digits(number));
  } else {
    json.member("optional", "true");
  }
}

// Prints the fields of a request, a result or a spec.
class FieldPrinter {
 public:
  explicit FieldPrinter(Json& json) : json_(json) {}

  template <class T>
  void operator()(const char* name, const T& field, const char* meaning) {
    describe(name, kind_of(field), meaning, [&] {
      if constexpr (std::is_same_v<T, bool>) {
        json_.member("default", field ? "true" : "false");
      } else if constexpr (std::is_arithmetic_v<T>) {
        preset(json_, field);
      } else if constexpr (std::is_same_v<T, OptionalResult>) {
        json_.member("optional", "true");
      }
    });
  }

  template <class Choice>
  void operator()(const char* name, const Choice& field, std::span<const char* const> names, const char* meaning) {
    describe(name, "choice", meaning, [&] {
      json_.names("choices", names);
      json_.member("default", quoted(names[static_cast<std::size_t>(field)]));
    });
  }

  template <class Struct>
  void optional(const char* name, Struct& field, const char* meaning) {
    describe(name, "group", meaning, [&] {
      json_.key("fields");
      json_.list([&] { field.fields(*this); });
    });
  }

 private:
  template <class More>
  void describe(const char* name, const char* kind, const char* meaning, More&& more) {
    json_.object([&] {
      json_.member("name", quoted(name));
      json_.member("kind", quoted(kind));
      if (*meaning != '\0') json_.member("meaning", quoted(meaning));
      more();
    });
  }

  Json& json_;
};

template <class Struct>
void print_fields(Json& json, const char* name) {
  Struct fields;
  json.key(name);
  json.list([&] { fields.fields(FieldPrinter(json)); });
}

struct OperationPrinter {
  Json& json;

  template <auto function>
  void operation(const char* name) {
    print(name, decltype(function){});
  }

  template <class Request, class Result>
  void print(const char* name, Operation<Request, Result>) {
    json.object([&] {
      json.member("name", quoted(name));
      print_fields<Request>(json, "request");
      print_fields<Result>(json, "result");
    });
  }
};

const char* range_name(Range range) {
  switch (range) {
    case Range::not_negative:
      return "not_negative";
    case Range::positive:
      return "positive";
    case Range::at_least_one:
      return "at_least_one";
    case Range::above_one:
      return "above_one";
    case Range::unit:
      return "unit";
    case Range::even_not_negative:
      return "even_not_negative";
    case Range::any:
      break;
  }
  return "any";
}

// A visitor that knows the full name of a parameter: those of a group have its name before theirs.
class NamedParameters : public ParameterVisitor {
 protected:
  ~NamedParameters() = default;
  std::string full(const char* name) const { return group_ + name; }

 private:
  bool enter(const char* name) override {
    group_ = std::string(name) + '.';
    return true;
  }
  void leave() override { group_.clear(); }

  std::string group_;
};

// A visitor that sets one choice; every other parameter keeps its default.
class ChoiceSetter final : public NamedParameters {
 public:
  ChoiceSetter(std::string name, int choice) : name_(std::move(name)), choice_(choice) {}

  void number(const char*, double&, Range) override {}
  void optional(const char*, double&, Range) override {}
  void integer(const char*, int&, Range) override {}
  void flag(const char*, bool&) override {}
  void numbers(const char*, Numbers&, Range) override {}
  void table(const char*, Table&) override {}

 private:
  void choose(const char* name, int& to, std::span<const char* const>) override {
    if (full(name) == name_) to = choice_;
  }

  std::string name_;
  int choice_;
};

template <Encoding E>
bool follows_length(const std::string& name, int choice) {
  if constexpr (FollowsLength<E>) {
    E encoding;
    ChoiceSetter setter(name, choice);
    encoding.parameters(setter);
    return encoding.follows_length();
  }
  return false;
}

// A visitor that prints the parameters of an encoding at its defaults.
class ParameterPrinter final : public NamedParameters {
 public:
  using Follows = bool(const std::string& name, int choice);

  ParameterPrinter(Json& json, Follows* follows) : json_(json), follows_(follows) {}

  void number(const char* name, double& to, Range range) override { number_of("number", name, to, range); }
  void optional(const char* name, double& to, Range range) override { number_of("number", name, to, range); }
  void integer(const char* name, int& to, Range range) override { number_of("integer", name, to, range); }
  void flag(const char* name, bool& to) override {
    describe(name, "boolean", [&] { json_.member("default", to ? "true" : "false"); });
  }
  void numbers(const char* name, Numbers& to, Range range) override {
    describe(name, "numbers", [&] {
      json_.member("range", quoted(range_name(range)));
      json_.key("default");
      json_.list([&] {
        for (const double number : to) json_.value(digits(number));
      });
    });
  }
  void table(const char* name, Table&) override {
    describe(name, "tensor", [] {});
  }

 private:
  template <class T>
  void number_of(const char* kind, const char* name, const T& number, Range range) {
    describe(name, kind, [&] {
      json_.member("range", quoted(range_name(range)));
      preset(json_, number);
    });
  }
  template <class More>
  void describe(const char* name, const char* kind, More&& more) {
    json_.object([&] {
      json_.member("name", quoted(full(name)));
      json_.member("kind", quoted(kind));
      more();
    });
  }
  void choose(const char* name, int& to, std::span<const char* const> names) override {
    describe(name, "choice", [&] {
      json_.names("choices", names);
      json_.member("default", quoted(names[to]));
      std::vector<const char*> following;
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (follows_(full(name), static_cast<int>(i))) following.push_back(names[i]);
      }
      if (!following.empty()) json_.names("followsLength", following);
    });
  }

  Json& json_;
  Follows* follows_;
};

template <Encoding E>
void print_encoding(Json& json) {
  Hooked<E> encoding;
  json.object([&] {
    json.member("type", quoted(E::type));
    json.key("parameters");
    json.list([&] {
      ParameterPrinter printer(json, follows_length<E>);
      encoding.parameters(printer);
    });
    json.key("hooks");
    json.list([&] {
      if (SetsDistance<E>) json.value(quoted("setsDistances"));
      if (RotatesPairs<E> || HasFrequencies<E>) json.value(quoted("rotatesPairs"));
      if (HasFrequencies<E>) json.value(quoted("frequencies"));
      if (BiasesLinearly<E>) json.value(quoted("linearBias"));
    });
  });
}

template <Encoding... E>
void print_encodings(Json& json, List<E...>) {
  json.list([&] { (print_encoding<E>(json), ...); });
}

std::string schema() {
  Json json;
  json.object([&] {
    json.key("operations");
    json.list([&] { operations(OperationPrinter{json}); });
    json.key("trainOperations");
    json.list([&] { train_operations(OperationPrinter{json}); });
    json.key("threadOperations");
    json.list([&] { thread_operations(OperationPrinter{json}); });
    print_fields<StackSpec>(json, "stackSpec");
    json.key("encodings");
    print_encodings(json, Encodings{});
  });
  return json.text();
}

}  // namespace
}  // namespace whereformer::bindings

int main() {
  std::puts(whereformer::bindings::schema().c_str());
  return 0;
}
