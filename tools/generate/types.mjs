// From the schema of the C++ (tools/generate/schema.mjs) the types of web/lib: the raw module, the spec of a model, position encodings.
import { catalogue } from './catalogue.mjs'
import { formatted } from './generated.mjs'
import { schema } from './schema.mjs'

const stamp = '// Generated from the C++ by "npm run generate". Do not edit.'

/** @returns path from the root → text */
export function typeFiles() {
  const { operations, trainOperations, threadOperations, stackSpec } = schema()
  const files = {
    'web/lib/boundary/raw.generated.ts': rawModule(operations, trainOperations, threadOperations),
    'web/lib/boundary/spec.generated.ts': specModule(stackSpec, operations, trainOperations),
    'web/lib/position/position-types.generated.ts': positionModule(catalogue()),
  }
  return new Map(Object.entries(files).map(([path, text]) => [path, formatted(text, path)]))
}

const pascal = (name) => name[0].toUpperCase() + name.slice(1)

const doc = (text) => (text ? `/** ${text} */\n` : '')

const kinds = { integer: 'number', position: 'RawPosition', stacks: 'RawStack[]', integers: 'number[]' }

function typeOf({ kind, choices }) {
  return kind === 'choice' ? choices.map((name) => `'${name}'`).join(' | ') : (kinds[kind] ?? kind)
}

const field = (one) => `${doc(one.meaning)}${one.name}: ${typeOf(one)}\n`

/** In a spec or a result, fields without a default may be absent. */
const optionalField = (one) => field({ ...one, name: one.optional ? `${one.name}?` : one.name })

const record = (head, fields, line = field) => `export interface ${head} {\n${fields.map(line).join('')}}\n\n`

/** A spec is its own request. */
const isSpec = ({ name }) => name === 'createModel'

function rawModule(operations, trainOperations, threadOperations) {
  const all = [...operations, ...trainOperations, ...threadOperations]
  const requests = all.map((one) => {
    const name = `Raw${pascal(one.name)}Request`
    if (one.request.length === 0) return `export type ${name} = object\n\n`
    return isSpec(one) ? `export type ${name} = ModelFields\n\n` : record(name, one.request)
  })
  const results = all.map(({ name, result }) =>
    result.length === 0
      ? `export type Raw${pascal(name)}Result = Failing\n\n`
      : record(`Raw${pascal(name)}Result extends Failing`, result, optionalField),
  )
  return `${stamp}

import type { Failing, RawPosition, RawStack } from './raw-values.js'
import type { ModelFields } from './spec.generated.js'

${requests.join('')}${results.join('')}/** Every operation takes one object and returns one. */
export interface RawCore {\n${calls(operations)}}

/** The core for training. */
export interface RawTrainCore extends RawCore {\n${calls(trainOperations)}}

/** The core with threads, which trains too. */
export interface RawThreadCore extends RawTrainCore {\n${calls(threadOperations)}}\n`
}

const calls = (operations) =>
  operations
    .map(({ name }) => `${name}(request: Raw${pascal(name)}Request): Raw${pascal(name)}Result\n`)
    .join('')

function specModule(stack, operations, trainOperations) {
  const all = operations.find(isSpec).request
  const own = all.filter(({ name, kind }) => kind !== 'group' && !stack.some((one) => one.name === name))
  const training = trainOperations.find(({ name }) => name === 'createTrainer').request
  const choices = [...all, ...training].filter(({ kind }) => kind === 'choice')
  const lists = choices.map(({ name, choices: names }) => `${name}: ${JSON.stringify(names)},\n`)
  return `${stamp}

/** One column of layers, as the core reads it. */
${record('StackFields', stack, optionalField)}/** A model, as the core reads it: its own stack, the only one or the decoder, and the encoder beside it. */
export interface ModelFields extends StackFields {\n${own.map(optionalField).join('')}encoder?: StackFields\n}

/** The names of each choice. */
export const CHOICES = {\n${lists.join('')}} as const

export const STACK_DEFAULTS = ${defaults(stack)}

export const MODEL_DEFAULTS = ${defaults(own)}

/** Defaults of the optimiser, and of how weights are drawn. */
export const TRAINING_DEFAULTS = ${defaults(training.filter(({ name }) => name !== 'model' && name !== 'seed'))}
`
}

function defaults(fields) {
  const lines = fields
    .filter((one) => 'default' in one)
    .map(
      ({ name, kind, default: value }) =>
        `${name}: ${JSON.stringify(value)}${kind === 'choice' ? ' as const' : ''},\n`,
    )
  return `{\n${lines.join('')}}`
}

function positionModule(entries) {
  const groups = new Map()
  const types = entries.map((entry) => positionType(entry, groups))
  const members = entries.map((entry) => `| ${nameOf(entry)}${generic(entry.parameters, '<Table>')}\n`)
  return `${stamp}

// Position encodings as plain JSON, one type each. \`Table\` is a tensor, or a reference to one that lies in a checkpoint.

import type { TensorLike } from '../boundary/tensor.js'

${types.join('')}${[...groups.values()].join('')}export type PositionEncoding<Table = TensorLike> =
${members.join('')}
/** One encoding, or a list that composes. */
export type Position<Table = TensorLike> = PositionEncoding<Table> | readonly PositionEncoding<Table>[]
`
}

const nameOf = ({ type }) => `${pascal(type)}Position`

const takesTable = ({ kind, orTensor }) => kind === 'tensor' || orTensor

const generic = (parameters, text) => (parameters.some(takesTable) ? text : '')

function positionType(entry, groups) {
  const own = entry.parameters.filter(({ name }) => !name.includes('.'))
  const names = new Set(
    entry.parameters.filter((one) => !own.includes(one)).map(({ name }) => name.split('.')[0]),
  )
  const inside = [...names].map((group) => `${group}?: ${groupType(entry, group, groups)}\n`)
  return `/** ${entry.title}: ${entry.paper}. */
export interface ${nameOf(entry)}${generic(own, '<Table = TensorLike>')} {
type: '${entry.type}'
${own.map(parameter).join('')}${inside.join('')}}\n\n`
}

/** Encodings that have the same group have its type from the first. */
function groupType(entry, group, groups) {
  const fields = entry.parameters
    .filter(({ name }) => name.startsWith(`${group}.`))
    .map((one) => parameter({ ...one, name: one.name.slice(group.length + 1) }))
    .join('')
  const known = [...groups].find(([, text]) => text.includes(fields))
  const name = known?.[0] ?? pascal(entry.type) + pascal(group)
  groups.set(name, `export interface ${name} {\n${fields}}\n\n`)
  return name
}

const parameterKinds = { numbers: 'readonly number[]', tensor: 'Table', integer: 'number' }

function parameter(one) {
  const words = [one.description, one.range, 'default' in one && `default ${JSON.stringify(one.default)}`]
  const axes = one.shape ? `[${one.shape.join(', ')}]: ` : ''
  const type = one.kind === 'choice' ? typeOf(one) : (parameterKinds[one.kind] ?? one.kind)
  const text = `${axes}${words.filter(Boolean).join('; ')}`
  return `${doc(text)}${one.name}${one.required ? '' : '?'}: ${type}${one.orTensor ? ' | Table' : ''}\n`
}
