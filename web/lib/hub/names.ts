// The names of the files of a model, as save_pretrained writes them, and of where they are kept.

export const CONFIG = 'config.json'
export const TOKENIZER = 'tokenizer.json'
export const GENERATION = 'generation_config.json'
export const TOKENIZER_CONFIG = 'tokenizer_config.json'
export const CHAT_TEMPLATE = 'chat_template.jinja'
/** Of sentence-transformers. */
export const MODULES = 'modules.json'
export const INDEX = 'model.safetensors.index.json'
export const WEIGHTS = 'model.safetensors'

/** The Cache Storage of a page that keeps them, where nobody names another. */
export const KEPT_IN = 'whereformer'

/** What torch.save writes of a model. */
export const TORCH = 'pytorch_model.bin'
export const TORCH_INDEX = 'pytorch_model.bin.index.json'
