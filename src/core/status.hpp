// Errors of the core: a code, the argument, the value received and what was expected.
// Nothing throws, prints or aborts; JavaScript formats the message.
#pragma once

#include <limits>

namespace whereformer {

enum class Code { ok, shape, value, type, parse, unsupported, oom };

struct [[nodiscard]] Status {
  Code code = Code::ok;
  const char* argument = "";  // static string, the public name of the argument
  double got = std::numeric_limits<double>::quiet_NaN();
  const char* wanted = "";     // static string, completes "wanted …"
  const char* word = nullptr;  // the value received, if not a number; outlives the call

  bool ok() const { return code == Code::ok; }
};

// Not inlined: hundreds of call sites, and code size counts.
[[gnu::noinline]] inline Status shape_error(const char* argument, double got, const char* wanted) {
  return {Code::shape, argument, got, wanted};
}

[[gnu::noinline]] inline Status value_error(const char* argument, double got, const char* wanted) {
  return {Code::value, argument, got, wanted};
}

// For values received as words: true, "key", a name.
[[gnu::noinline]] inline Status word_error(const char* argument, const char* word, const char* wanted) {
  return {Code::value, argument, std::numeric_limits<double>::quiet_NaN(), wanted, word};
}

[[gnu::noinline]] inline Status unsupported(const char* argument, double got, const char* wanted) {
  return {Code::unsupported, argument, got, wanted};
}

[[gnu::noinline]] inline Status out_of_memory(double bytes) {
  return {Code::oom, "memory", bytes, "as many free bytes"};
}

// Returns from a function with the status of a step that fails. Constructed in place of the result, it costs a call and a branch.
#define TRY(...)                                                                         \
  do {                                                                                   \
    if (const ::whereformer::Status failed = (__VA_ARGS__); !failed.ok()) return failed; \
  } while (false)

}  // namespace whereformer
