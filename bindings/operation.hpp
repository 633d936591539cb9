// How the operations of this module are told to Embind: each takes one plain object and answers one.
#pragma once

#include "bindings/request.hpp"

namespace whereformer::bindings {

// Sets what it found; a status that is not ok becomes the result's failure.
using Operation = Status (*)(const Request&, Result&);

// An operation and the TypeScript types of what goes in and comes out. Only the build that generates declarations keeps the types.
struct Declaration {
#ifdef WHEREFORMER_TYPES
  const char* name;
  Operation operation;
  const char* request;
  const char* result;
#else
  consteval Declaration(const char* its_name, Operation its_operation, const char* /*request*/, const char* /*result*/)
      : name(its_name), operation(its_operation) {}

  const char* name;
  Operation operation;
#endif
};

// The declarations must live as long as the module.
void declare(std::span<const Declaration> operations);

// What every result may hold instead of the rest.
#define WHEREFORMER_FAILURE "failure?: { code: string; argument: string; got: number; wanted: string }; "

}  // namespace whereformer::bindings
