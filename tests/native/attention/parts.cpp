#include "attention/parts.hpp"

#include "attention/reference.hpp"

void whereformer::reference::attention(const AttentionCall& call, const Parts& parts) { attention<Parts>(call, parts); }
