// How the operations of this module are told to Embind: each takes one plain object and answers one.
#pragma once

#include "bindings/request.hpp"

namespace whereformer::bindings {

// Sets what it found; a status that is not ok becomes the result's failure.
using Operation = Status (*)(const Request&, Result&);

struct Declaration {
  const char* name;
  Operation operation;
  const char* request;  // the TypeScript types of what goes in and comes out, for the generated declarations
  const char* result;
};

// The declarations must live as long as the module.
void declare(std::span<const Declaration> operations);

// What every result may hold instead of the rest.
#define WHEREFORMER_FAILURE "failure?: { code: string; argument: string; got: number; wanted: string }; "

}  // namespace whereformer::bindings
