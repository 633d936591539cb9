// Registers operations with Embind; reads requests and writes results. For one source file of each module.
#pragma once

#include <emscripten/bind.h>

#include "bindings/object.hpp"
#include "bindings/operations.hpp"

namespace whereformer::bindings {

inline const char* code_name(Code code) {
  switch (code) {
    case Code::shape:
      return "ERR_SHAPE";
    case Code::type:
      return "ERR_TYPE";
    case Code::parse:
      return "ERR_PARSE";
    case Code::unsupported:
      return "ERR_UNSUPPORTED";
    case Code::oom:
      return "ERR_OOM";
    case Code::ok:
    case Code::value:
      break;
  }
  return "ERR_VALUE";
}

// Writes a failure into a result; web/lib/boundary/errors.ts formats the message and throws.
inline void fail(Object result, const Status& status) {
  const emscripten::val failure = emscripten::val::object();
  result_text(failure.as_handle(), "code", code_name(status.code));
  result_text(failure.as_handle(), "argument", status.argument);
  if (status.word == nullptr) {
    result_number(failure.as_handle(), "got", status.got);
  } else {
    result_word(failure.as_handle(), "got", status.word);
  }
  result_text(failure.as_handle(), "wanted", status.wanted);
  result_value(result, "failure", failure.as_handle());
}

// Binds the fields of a result to the object they are written to.
struct ResultBinder {
  Object result;
  Object request;

  void operator()(const char* name, Field& to, const char* /*meaning*/) const { to = {result, name}; }
  void operator()(const char* name, DataResult& to, const char* /*meaning*/) const { to = {{result, name}, request}; }
};

template <class Request, class Result>
void perform(Operation<Request, Result> operation, Object from, Object to) {
  pin_fields(from);
  Request request;
  Result result;
  request.fields(FieldReader(from));
  result.fields(ResultBinder{to, from});
  const Status status = operation(request, result);
  if (!status.ok()) fail(to, status);
}

template <auto operation>
emscripten::val call(emscripten::val request) {
  emscripten::val result = emscripten::val::object();
  perform(operation, request.as_handle(), result.as_handle());
  return result;
}

struct Registration {
  template <auto function>
  void operation(const char* name) const {
    emscripten::function(name, &call<function>);
  }
};

}  // namespace whereformer::bindings
