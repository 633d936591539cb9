// What a config of a further encoder or encoder–decoder has to say for its class and its positions: the rest is the default of its class.

type Config = Record<string, unknown>

const encoder = (type: string, architecture: string, more: Config = {}): [string, Config] => [
  type,
  { model_type: type, hidden_size: 768, architectures: [architecture], ...more },
]
const answers = (type: string, more: Config = {}): [string, Config] => [
  type,
  { model_type: type, d_model: 1024, ...more },
]

/** By model type. */
export const furtherConfigs: Readonly<Record<string, Config>> = Object.fromEntries([
  encoder('mpnet', 'MPNetForMaskedLM'),
  encoder('electra', 'ElectraForMaskedLM', { hidden_size: 256, embedding_size: 128 }),
  encoder('distilbert', 'DistilBertForMaskedLM', { dim: 768 }),
  encoder('nomic_bert', 'NomicBertForMaskedLM'),
  encoder('roformer', 'RoFormerForMaskedLM'),
  encoder('esm', 'EsmForMaskedLM', {
    vocab_size: 33,
    position_embedding_type: 'rotary',
    token_dropout: true,
  }),
  encoder('xlm-roberta-xl', 'XLMRobertaXLForMaskedLM', { hidden_size: 2560 }),
  encoder('megatron-bert', 'MegatronBertForMaskedLM', { hidden_size: 1024 }),
  encoder('data2vec-text', 'Data2VecTextForMaskedLM'),
  encoder('big_bird', 'BigBirdForMaskedLM', { attention_type: 'original_full' }),
  encoder('eurobert', 'EuroBertForMaskedLM'),
  encoder('modernbert', 'ModernBertForMaskedLM'),
  encoder('xlm', 'XLMWithLMHeadModel', { hidden_size: 2048 }),
  encoder('flaubert', 'FlaubertWithLMHeadModel', { hidden_size: 2048 }),
  encoder('longformer', 'LongformerForMaskedLM'),
  answers('marian'),
  answers('led'),
  answers('m2m_100'),
  answers('mbart'),
  answers('pegasus'),
  answers('plbart', { d_model: 768 }),
  answers('blenderbot', { d_model: 2560 }),
  answers('umt5', { d_model: 512 }),
  ['whisper', { model_type: 'whisper', d_model: 384 }],
])
