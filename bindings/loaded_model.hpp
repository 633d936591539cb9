// State that a model and its sessions share, and the positions and texts of requests.
#pragma once

#include "bindings/handles.hpp"
#include "bindings/position.hpp"
#include "bindings/requests/model.hpp"
#include "bindings/shared.hpp"
#include "model/transformer.hpp"

namespace whereformer::bindings {

// The positions of decoder and encoder layers.
struct ModelPositions {
  LayerPositions layers;
  LayerPositions encoder;

  Status read(const PositionsRequest& request);
  Status prepare(const ModelSpec& spec, double length, double capacity = 0) {
    return layers.prepare(spec.stack, spec.embedding_size, length, capacity);
  }
  Status prepare_encoder(const ModelSpec& spec, double length) {
    return encoder.prepare(spec.encoder, spec.embedding_size, length);
  }
};

// Weights and the positions they were trained under; shared by a model and its sessions.
struct LoadedModel {
  int references = 0;
  Transformer transformer;
  ModelPositions positions;
  bool complete = false;

  Status require_complete() const {
    return complete ? Status{} : value_error("weights", kAbsent, "a model whose tensors are all set");
  }
};

struct Model : Handle {
  Shared<LoadedModel> loaded;
};

inline LoadedModel& model_of(const ModelRequest& request) { return *Handle::of<Model>(request.model)->loaded; }

Status consecutive(int first, std::size_t count, Buffer<float>& positions);

// A text with its masks, from a request.
struct TokenText {
  Buffer<int> ids;
  Buffer<int> token_types;
  Buffer<int> task_types;
  Buffer<float> positions;
  Buffer<float> mask;  // 0 or −∞
  std::ptrdiff_t mask_stride = 0;
  int targets = 0;

  // Reads the tokens of a request, before which `past` tokens came.
  Status read(const ForwardRequest& request, int past);
  // Reads the tokens of the encoder.
  Status read_encoder(const ReadingRequest& request);

  Reading reading() const;
  double length() const { return Geometry().over(positions.span()).length; }

 private:
  Status read_tokens(const Array<int>& from, const Array<float>& at, const Flags& attended, int past);
  Status read_mask(const Flags& from, std::size_t count, const char* wanted);
};

// The encoder's text, if there is an encoder, and its keys and values for the decoder.
class EncodedText {
 public:
  Status read(const ReadingRequest& request, const ModelSpec& spec);
  Status encode(const Transformer& transformer, ModelPositions& positions, const Capture& capture);

  std::size_t tokens() const { return text_.ids.size(); }
  // The keys and values of the encoder, for the decoder; null without an encoder.
  Memory* memory() { return text_.ids.empty() ? nullptr : &memory_; }

 private:
  TokenText text_;
  Memory memory_;
};

}  // namespace whereformer::bindings
