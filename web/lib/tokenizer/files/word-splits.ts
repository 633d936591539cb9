// Where byte-level tokenizers cut a text before they look for merges.

const CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
const LETTERS = '[^\\r\\n\\p{L}\\p{N}]?\\p{L}+'
const SIGNS = ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*'
const SPACES = ['\\s*[\\r\\n]+', '\\s+(?!\\S)', '\\s+']
const UPPER = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]'
const LOWER = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]'

/** A split at what one of the patterns matches. */
export const split = (patterns: readonly string[]) => ({
  type: 'Split',
  pattern: { Regex: patterns.join('|') },
  behavior: 'Isolated',
  invert: false,
})

/** Digits apart, line ends with what is in front of them. */
export const QWEN = split([CONTRACTIONS, LETTERS, '\\p{N}', SIGNS, ...SPACES])

/** As Qwen's, with up to three digits together. */
export const LLAMA3 = split([CONTRACTIONS, LETTERS, '\\p{N}{1,3}', SIGNS, ...SPACES])

/** Of Mistral: words at capitals, too. */
export const TEKKEN = split([
  `[^\\r\\n\\p{L}\\p{N}]?${UPPER}*${LOWER}+`,
  `[^\\r\\n\\p{L}\\p{N}]?${UPPER}+${LOWER}*`,
  '\\p{N}',
  ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*',
  ...SPACES,
])
