// The names of the files of a model, as save_pretrained writes them.

export const CONFIG = 'config.json'
export const TOKENIZER = 'tokenizer.json'
export const INDEX = 'model.safetensors.index.json'
export const WEIGHTS = 'model.safetensors'
