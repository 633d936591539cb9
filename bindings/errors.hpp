// A Status becomes { failure: { code, argument, got, wanted } }; web/lib/errors.ts makes the sentence and throws.
#pragma once

#include <emscripten/val.h>

#include "core/status.hpp"

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

// An object for the results of one call; carries the failure, if there is one.
inline emscripten::val result_of(const Status& status) {
  emscripten::val result = emscripten::val::object();
  if (status.ok()) return result;
  emscripten::val failure = emscripten::val::object();
  failure.set("code", emscripten::val(code_name(status.code)));
  failure.set("argument", emscripten::val::u8string(status.argument));
  failure.set("got", emscripten::val(status.got));
  failure.set("wanted", emscripten::val::u8string(status.wanted));
  result.set("failure", failure);
  return result;
}

}  // namespace whereformer::bindings
