// Facts about architectures, each with what a model would be without it, from the same weights.

import type { StackSpec } from '../../../web/lib/families/family.js'
import type { Recipe } from '../../../web/lib/families/index.js'
import { positionFacts } from './position-facts.js'
import {
  both,
  type Fact,
  inStacks,
  lacking,
  partsIn,
  position,
  rules,
  spec,
  unless,
} from './recipe-changes.js'

const NORM_BIAS = /(?:norm[12](?:After)?|embeddingNorm|cross\.norm|finalNorm|convNorm)\.bias$/

/** The scale that the model has when nobody sets one. */
const usualScale = ({ headDim }: StackSpec) => 1 / Math.sqrt(headDim)

const bias =
  (name: 'query' | 'value' | 'output'): Fact =>
  (recipe) => {
    const own = recipe.rules.some(
      ({ to: [part, ...more] }) => part?.name.endsWith(`.${name}.bias`) && !more.length,
    )
    const off = { [`${name}Bias`]: false }
    return own ? spec(recipe, both(recipe, off), new RegExp(`\\.${name}\\.bias$`)) : undefined
  }

const fusedBias: Fact = (recipe) => {
  const fused = recipe.rules.some(({ to }) => to.length > 1 && to[0]?.name.endsWith('.bias'))
  const off = { queryBias: false, keyBias: false, valueBias: false }
  return fused ? spec(recipe, off, /\.(?:query|key|value)\.bias$/) : undefined
}

const order =
  (a: string, b: string): Fact =>
  (recipe) =>
    rules((rule) => {
      const names = rule.to.map(({ name }) => name)
      const [i, k] = [a, b].map((part) => names.findIndex((name) => name.includes(`.${part}.`))) as [
        number,
        number,
      ]
      if (i < 0 || k < 0 || rule.to[i]?.rows !== rule.to[k]?.rows) return rule
      const to = rule.to.map(
        (part, at) => (at === i ? rule.to[k] : at === k ? rule.to[i] : part) as typeof part,
      )
      return { ...rule, to }
    })(recipe)

/** Of every family, as far as they hold. */
export const facts: Readonly<Record<string, Fact>> = {
  'norms stand before the sublayers, not behind the residual sum': inStacks((s) =>
    s.normPlace === 'pre' && !s.parallel ? { normPlace: 'post' } : undefined,
  ),
  'norms stand behind the residual sum, not before the sublayers': inStacks((s) =>
    s.normPlace === 'post' ? { normPlace: 'pre' } : undefined,
  ),
  'sublayers have norms behind them too': unless(
    (s) => s.normPlace === 'both',
    () => ({ normPlace: 'pre' }),
    /norm[12]After/,
  ),
  'norms stand behind the sublayers, not behind the residual sum': (recipe) => {
    if (recipe.spec.normPlace !== 'after') return undefined
    const renamed = rules((rule) => ({
      ...rule,
      to: rule.to.map((part) => ({ ...part, name: part.name.replace('After.', '.') })),
    }))(recipe)
    return renamed && spec(renamed, { normPlace: 'post' })
  },
  'the first attention has no norm before it': (recipe) => {
    if (recipe.spec.firstNorm) return undefined
    const norm = { name: 'layers.0.norm1.weight', size: recipe.spec.dModel, value: 1 }
    const bias = { ...norm, name: 'layers.0.norm1.bias', value: 0 }
    const constants = [...recipe.constants, norm, ...(recipe.spec.normBias ? [bias] : [])]
    return { ...spec(recipe, { firstNorm: true }), constants }
  },
  'what no checkpoint stores is 1 in norms, and else 0': (recipe) =>
    recipe.constants.length > 0 && !recipe.signals // whose embeddings are those of a picture or sound
      ? { ...recipe, constants: recipe.constants.map((one) => ({ ...one, value: one.value + 0.3 })) }
      : undefined,
  'a norm subtracts the mean': (recipe) =>
    recipe.spec.norm === 'layer'
      ? spec(recipe, both(recipe, { norm: 'rms', normBias: false }), NORM_BIAS)
      : undefined,
  'a norm does not subtract the mean': inStacks((s) =>
    s.norm === 'rms' ? { norm: 'layer', normBias: false } : undefined,
  ),
  'the epsilon of the norms': inStacks((s) => ({ normEpsilon: s.normEpsilon + 0.03 })),
  'the last layer is followed by a norm': (recipe) =>
    recipe.spec.finalNorm ? spec(recipe, both(recipe, { finalNorm: false }), /finalNorm\./) : undefined,
  'the activation': inStacks((s) => ({ activation: s.activation === 'relu' ? 'silu' : 'relu' })),
  'which GELU': inStacks((s) =>
    s.activation.startsWith('gelu')
      ? { activation: s.activation === 'gelu' ? 'gelu_tanh' : 'gelu' }
      : undefined,
  ),
  'the scale of the scores': inStacks((s) => ({ scale: 1.4 * (s.scale ?? usualScale(s)) })),
  'cross-attention has no scale either': (recipe) => {
    const own = partsIn(recipe).every(({ type }) => type === 't5') // whose own scale is 1
    return recipe.spec.encoder && own ? { ...recipe, spec: lacking(recipe.spec, 'scale') } : undefined
  },
  'who may see what follows': unless(
    (s) => !s.encoder,
    (s) => ({ causal: !s.causal }),
  ),
  'the decoder does not see what follows': unless(
    (s) => s.encoder,
    () => ({ causal: false }),
  ),
  'the encoder sees what follows': unless(
    (s) => s.encoder,
    (s) => ({ encoder: { ...(s.encoder as StackSpec), causal: true } }),
  ),
  'queries have a bias': bias('query'),
  'values have a bias': bias('value'),
  'attention ends with a bias': bias('output'),
  'fused projections have a bias': fusedBias,
  'the mlp has biases': (recipe) =>
    recipe.spec.mlpBias ? spec(recipe, both(recipe, { mlpBias: false }), /mlp\.\w+\.bias$/) : undefined,
  'norms have a bias': (recipe) =>
    recipe.spec.norm === 'layer' && recipe.spec.normBias
      ? spec(recipe, both(recipe, { normBias: false }), NORM_BIAS)
      : undefined,
  'attention and mlp run side by side': (recipe) => {
    if (!recipe.spec.parallel) return undefined
    const sequential = spec(recipe, { parallel: false, sharedNorm: false })
    return recipe.spec.sharedNorm ? withSecondNorm(sequential) : sequential
  },
  'attention and mlp have a norm each': unless(
    (s) => s.parallel && !s.sharedNorm,
    () => ({ sharedNorm: true }),
    /norm2\./,
  ),
  'queries and keys are normed': unless(
    (s) => s.queryKeyNorm !== 'none',
    () => ({ queryKeyNorm: 'none', queryKeyNormLayers: [] }),
    /(?:query|key)Norm\./,
  ),
  'queries and keys are normed over all heads, with weights': unless(
    (s) => s.queryKeyNorm === 'rms_all',
    () => ({ queryKeyNorm: 'l2' }),
    /(?:query|key)Norm\./,
  ),
  'some layers do not norm queries and keys': unless(
    (s) => s.queryKeyNormLayers.includes(0),
    () => ({ queryKeyNormLayers: [] }),
  ),
  'layers share their weights in runs': unless(
    (s) => new Set(s.blocks).size > 1 && new Set(s.blocks).size < s.layers,
    (s) => ({ blocks: [...s.blocks].reverse() }),
  ),
  'the embeddings are normed': (recipe) =>
    recipe.spec.embeddingNorm ? spec(recipe, { embeddingNorm: false }, /embeddingNorm\./) : undefined,
  'the embeddings are scaled': unless(
    (s) => s.embeddingScale !== 1,
    () => ({ embeddingScale: 1 }),
  ),
  'tokens have types': unless(
    (s) => s.tokenTypes,
    () => ({ tokenTypes: 0 }),
    /^tokenTypes$/,
  ),
  'tasks have types': unless(
    (s) => s.taskTypes,
    () => ({ taskTypes: 0 }),
    /^taskTypes$/,
  ),
  'the head is not the embeddings': unless(
    (s) => s.head === 'lm' && !s.tieHead,
    () => ({ tieHead: true }),
    /^head\.weight$/,
  ),
  'the head is the embeddings': (recipe) => {
    const embedding = recipe.rules.find(({ to }) => to[0]?.name === 'embedding')
    if (recipe.spec.head !== 'lm' || !recipe.spec.tieHead || !embedding) return undefined
    const other = { ...embedding, to: [{ name: 'head.weight', rows: recipe.spec.vocab }], plus: 0.25 }
    const changed = spec(recipe, { tieHead: false })
    return { ...changed, rules: [...changed.rules, other] }
  },
  'the head has a bias': unless(
    (s) => s.headBias,
    () => ({ headBias: false }),
    /^head\.bias$/,
  ),
  'what enters the head is scaled': unless(
    (s) => s.headScale !== 1,
    () => ({ headScale: 1 }),
  ),
  'a layer stands before the head': unless(
    (s) => s.headTransform && s.embeddingSize === s.dModel,
    () => ({ headTransform: false }),
    /^head\.(?:transform|norm)\./,
  ),
  'logits are capped': unless(
    (s) => s.softcap,
    () => ({ softcap: 0 }),
  ),
  // the others look at tokens through attention alone, which does not see hidden ones
  'hidden tokens enter as zeros, which a convolution sees': unless(
    (s) => s.masksEmbeddings && s.convKernel,
    () => ({ masksEmbeddings: false }),
  ),
  'a convolution stands behind the first layer': unless(
    (s) => s.convKernel,
    () => ({ convKernel: 0 }),
    /^conv(?:Norm)?\./,
  ),
  'the convolution has an activation of its own': unless(
    (s) => s.convKernel && s.convActivation !== 'relu',
    () => ({ convActivation: 'relu' }),
  ),
  'fused: first the query, then the key': order('query', 'key'),
  'fused: first the key, then the value': order('key', 'value'),
  'fused head by head': rules((rule) =>
    (rule.groups ?? 1) > 1
      ? { ...rule, groups: 1, to: rule.to.map((part) => ({ ...part, rows: part.rows * (rule.groups ?? 1) })) }
      : rule,
  ),
  'weights lie as [in, out]': rules((rule) => {
    const square = rule.shape.length === 2 && rule.shape[0] === rule.shape[1]
    return square ? lacking(rule, 'transposed') : rule
  }),
  'stored norms lack 1': rules((rule) => (rule.plus ? { ...rule, plus: 0 } : rule)),
  'padding has a row of its own': (recipe) =>
    partsIn(recipe).some(({ type }) => type === 'learned') && countsTokens(recipe)
      ? lackingPositionIds(recipe)
      : undefined,
  'places do not count hidden tokens': (recipe) => (rounds(recipe) ? lackingPositionIds(recipe) : undefined),
  'slopes and what they give are rounded': (recipe) =>
    rounds(recipe) ? position('alibi', (part) => ({ ...part, keyed: 'key' }))(recipe) : undefined,
  ...positionFacts,
}

/** Some look at the tokens only to refuse them. */
const countsTokens = ({ positionIds }: Recipe) => Boolean(positionIds?.(Int32Array.of(0)).length)

function lackingPositionIds(recipe: Recipe): Recipe | undefined {
  return recipe.positionIds ? lacking(recipe, 'positionIds') : undefined
}

/** Slopes of 2^n heads are powers of two, and so what they are before they are rounded. */
function rounds(recipe: Recipe): boolean {
  const rounded = partsIn(recipe).some((part) => part.type === 'alibi' && part.keyed === 'roundedKey')
  return rounded && !Number.isInteger(Math.log2(recipe.spec.heads))
}

/** Its own, with the weights of the first. */
function withSecondNorm(recipe: Recipe): Recipe {
  const second = recipe.rules.flatMap((rule) => {
    const [part] = rule.to
    return part?.name.includes('.norm1.')
      ? [{ ...rule, to: [{ ...part, name: part.name.replace('norm1', 'norm2') }] }]
      : []
  })
  return { ...recipe, rules: [...recipe.rules, ...second] }
}
