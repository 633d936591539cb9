// The catalogue of encodings: the front matter of src/position/encodings/*.hpp joined with the parameters that the code visits
// (tools/generate/schema.mjs), in the order of the one list in encodings.hpp.
//
// `// Key: value` lines open each encoding's header; a line without a key continues the previous one. Repeated keys:
// `// Parameter: name | facts | relations | English | 中文`. Kinds, choices, defaults and ranges come from the code; facts are what the code cannot
// express: the axes of a table `[rows, heads]`, `required`, `whole` (a number that may be absent and is an integer), `tensor` (a list of
// numbers may come as a tensor). A name with a dot is a key of an object inside the object. `relations` describes constraints other than ranges.
// `// Parameters: rotary.hpp` names a header beside the folder whose `// Parameter:` lines the encoding has after its own.
// `// Tokens: grid` (or image, tree, digits, segments: what its tokens are) is absent for encodings of plain text. `// Model input:` says what a
// model hands to it instead of position ids.
// `// See: page.md#section | English | 中文` leads from the encoding's page in docs/encodings to what docs/ has about it elsewhere.
// `// Causal: required` (the formula sees no later keys) or `usual` (published for causal attention only) is absent for other encodings.
// `// Variant: name | 中文 | {"JSON parameters": …} | what it is tested against`
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure.mjs'
import { root } from '../paths.mjs'
import { ranges, schema } from './schema.mjs'

const required = [
  'Name',
  'Name-zh',
  'Type',
  'Paper',
  'Link',
  'Year',
  'Doors',
  'Formula',
  'Convention',
  'Tested against',
]
const repeated = ['Parameter', 'Variant']
const optional = ['Convention-zh', 'Causal', 'Tokens', 'Model input', 'Parameters', 'See']
const keyed = new RegExp(`^(${[...required, ...repeated, ...optional].join('|')}):(?: (.*))?$`)

/** The doors, by the names used on the pages. */
export const doors = {
  embed: ['added to the embeddings', '加在词嵌入上'],
  rotate: ['turns or scales queries and keys', '旋转或缩放查询与键'],
  bias: ['added to the scores, from positions alone', '加在得分上，只看位置'],
  content: ['added to the scores, from content and position', '加在得分上，同时看内容与位置'],
  value: ['added to what the values give', '加在值的结果上'],
  mask: ['decides which keys a query sees', '决定查询能看到哪些键'],
  positions: ['renumbers the positions', '重新编排位置编号'],
  score: ['changes the scores as a whole', '改变整个得分'],
}

/** @returns key → value, `Parameter` and `Variant` → list, or null for a header that is no encoding */
export function frontMatter(source, file) {
  const fields = fieldsOf(source)
  if (!fields.Type) return null
  const missing = required.filter((key) => !fields[key])
  if (fields.Variant.length === 0) missing.push('Variant')
  if (missing.length > 0) throw new Failure(`${file}: the front matter lacks ${missing.join(', ')}.`)
  return fields
}

function fieldsOf(source) {
  const fields = { Parameter: [], Variant: [] }
  let last
  for (const line of source.split('\n')) {
    const text = line.match(/^\/\/(?: (.*))?$/)?.[1]
    if (text === undefined) break
    const [, key, value] = text.match(keyed) ?? []
    if (repeated.includes(key)) fields[key].push(value ?? '')
    else if (key) fields[key] = value ?? ''
    else if (repeated.includes(last)) fields[last].push(joined(fields[last].pop(), text))
    else if (last) fields[last] = joined(fields[last], text)
    last = key ?? last
  }
  return fields
}

/** Chinese lines are joined without a space. */
function joined(text, next) {
  const together =
    /[（，。；：、）」]$/.test(text) ||
    /^[（，。；：、）]/.test(next) ||
    (/\p{Script=Han}$/u.test(text) && /^\p{Script=Han}/u.test(next))
  return `${text}${together ? '' : ' '}${next}`
}

function partsOf(line, count, what, file) {
  const parts = line.split('|').map((part) => part.trim())
  if (parts.length === count) return parts
  throw new Failure(`${file}: a ${what} has ${count} parts, not ${parts.length}: ${line}`)
}

/** An axis is a formula, so that example tables can be made: `heads`, `2k + 1`, `heads · headDim`. */
function axisOf(text, where) {
  if (/^[\w ()·+−]+$/.test(text) && !/\w \w/.test(text)) return text
  throw new Failure(`${where}: the axis "${text}" is no formula of names and numbers with ·, + and −.`)
}

const parameterFacts = ['required', 'whole', 'tensor']

function factsOf(text, where) {
  const [, axes, rest = ''] = text.match(/^(?:\[(.*)\])?(.*)$/)
  const words = rest.split(' ').filter(Boolean)
  const stranger = words.find((word) => !parameterFacts.includes(word))
  if (stranger)
    throw new Failure(`${where}: "${stranger}" is no fact ([axes], ${parameterFacts.join(', ')}).`)
  return { axes: axes?.split(', ').map((axis) => axisOf(axis, where)), words }
}

/** One parameter of the front matter, with what the code visits it with. */
function parameter(line, visited, file) {
  const [name, facts, relations, description, descriptionZh] = partsOf(line, 5, 'parameter', file)
  const code = visited.find((one) => one.name === name)
  const { axes, words } = factsOf(facts, `${file}: ${name}`)
  if ((code.kind === 'tensor') !== (axes !== undefined))
    throw new Failure(`${file}: ${name} is a ${code.kind}; a table has [axes], and nothing else.`)
  const { bounds = {}, words: own = '' } = ranges[code.range] ?? {}
  const range = [code.kind === 'numbers' && own ? `each ${own}` : own, relations].filter(Boolean).join('; ')
  return {
    name,
    kind: words.includes('whole') ? 'integer' : code.kind,
    ...(code.choices && { choices: code.choices }),
    ...(code.followsLength && { followsLength: code.followsLength }),
    ...(axes && { shape: axes }),
    ...(words.includes('required')
      ? { required: true }
      : 'default' in code
        ? { default: code.default }
        : { optional: true }),
    ...bounds,
    ...(range && { range }),
    ...(words.includes('tensor') && { orTensor: true }),
    description,
    descriptionZh,
  }
}

function requireSameNames(lines, visited, file) {
  const written = lines.map((line) => line.split('|')[0].trim())
  const names = visited.map(({ name }) => name)
  const undocumented = names.filter((name) => !written.includes(name))
  const unknown = written.filter((name) => !names.includes(name))
  const twice = written.find((name, i) => written.indexOf(name) !== i)
  if (twice) throw new Failure(`${file}: the front matter has the parameter ${twice} twice.`)
  if (undocumented.length > 0)
    throw new Failure(`${file}: the code visits ${undocumented.join(', ')}, which the front matter lacks.`)
  if (unknown.length > 0)
    throw new Failure(`${file}: the front matter has ${unknown.join(', ')}, which the code does not visit.`)
}

function variant(line, parameters, file) {
  const [name, nameZh, json, testedAgainst] = partsOf(line, 4, 'variant', file)
  const given = parsed(json, `${file}: the parameters of the variant "${name}"`)
  for (const [key, value] of flat(given)) {
    const known = parameters.find((one) => one.name === key)
    if (!known) throw new Failure(`${file}: the variant "${name}" sets ${key}, which is no parameter.`)
    if (!fits(known, value))
      throw new Failure(
        `${file}: the variant "${name}" sets ${key} to ${JSON.stringify(value)}, which it cannot be.`,
      )
  }
  return { name, nameZh, parameters: given, testedAgainst }
}

function parsed(json, what) {
  try {
    const value = JSON.parse(json)
    if (Object.getPrototypeOf(value) === Object.prototype) return value
  } catch {}
  throw new Failure(`${what} are no JSON object: ${json}`)
}

/** [name with dots, value] of every parameter in an object. */
export function flat(object, prefix = '') {
  return Object.entries(object).flatMap(([key, value]) =>
    isGroup(value) ? flat(value, `${prefix}${key}.`) : [[prefix + key, value]],
  )
}

const isGroup = (value) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !('shape' in value) &&
  !('$' in value)

function fits(parameter, value) {
  switch (parameter.kind) {
    case 'number':
      return within(parameter, value)
    case 'integer':
      return Number.isInteger(value) && within(parameter, value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'choice':
      return parameter.choices.includes(value)
    case 'numbers':
      return Array.isArray(value) && value.every((one) => within(parameter, one))
    default:
      return false // a table is no part of a variant's name
  }
}

function within({ minimum, exclusiveMinimum, maximum, even }, value) {
  return (
    Number.isFinite(value) &&
    !(value < minimum) &&
    !(value <= exclusiveMinimum) &&
    !(value > maximum) &&
    !(even && value % 2 !== 0)
  )
}

function doorsOf(words, file) {
  const list = words === 'none' ? [] : words.split(', ')
  const stranger = list.find((door) => !(door in doors))
  if (stranger) throw new Failure(`${file}: "${stranger}" is no door (${Object.keys(doors).join(', ')}).`)
  return list
}

/** Front matter with a fixed set of words → key of the catalogue, word → value. */
const facts = {
  Causal: ['causal', { required: 'required', usual: 'usual' }],
  Tokens: ['tokens', { grid: 'grid', image: 'image', tree: 'tree', digits: 'digits', segments: 'segments' }],
  'Model input': ['modelInput', { 'token indices': 'tokenIndices', 'visible tokens': 'visibleTokens' }],
}

function factsOfEncoding(fields, file) {
  const given = Object.entries(facts).filter(([name]) => fields[name])
  return Object.fromEntries(
    given.map(([name, [key, values]]) => {
      if (Object.hasOwn(values, fields[name])) return [key, values[fields[name]]]
      const words = Object.keys(values).join(', ')
      throw new Failure(`${file}: ${name} is "${fields[name]}", which is none of ${words}.`)
    }),
  )
}

const sharedParameters = (folder, name) =>
  name ? fieldsOf(readFileSync(join(folder, name), 'utf8')).Parameter : []

/** The catalogue's entry of one header, or null when it is no encoding. `encodings` are those of the schema. */
export function entryOf(folder, file, encodings = schema().encodings) {
  const fields = frontMatter(readFileSync(join(folder, file), 'utf8'), file)
  if (!fields) return null
  const code = encodings.find(({ type }) => type === fields.Type)
  if (!code) throw new Failure(`${file}: the code has no encoding "${fields.Type}"; npm run generate.`)
  const visited = code.parameters
  const lines = [...fields.Parameter, ...sharedParameters(folder, fields.Parameters)]
  requireSameNames(lines, visited, file)
  const parameters = lines.map((line) => parameter(line, visited, file))
  return {
    type: fields.Type,
    title: fields.Name,
    titleZh: fields['Name-zh'],
    paper: fields.Paper,
    link: fields.Link,
    year: Number(fields.Year),
    doors: doorsOf(fields.Doors, file),
    ...factsOfEncoding(fields, file),
    ...Object.fromEntries(code.hooks.map((hook) => [hook, true])),
    formula: fields.Formula.trim(),
    conventions: fields.Convention,
    ...(fields['Convention-zh'] && { conventionsZh: fields['Convention-zh'] }),
    ...(fields.See && { see: partsOf(fields.See, 3, 'See', file) }),
    parameters,
    variants: fields.Variant.map((line) => variant(line, parameters, file)),
    testedAgainst: fields['Tested against'],
  }
}

/** Headers in the order of `using Encodings = List<None, Sinusoidal, …>`. */
export function listedHeaders(source) {
  const list = source.match(/using \w+\s*=\s*(?:List|OneOf)<([^>]*)>/)?.[1]
  if (!list) throw new Failure('encodings.hpp: cannot find the list of encodings.')
  const names = list.replace(/\/\/.*$/gm, '').split(',')
  return names
    .map((name) => name.trim())
    .filter(Boolean)
    .map(headerOf)
}

const headerOf = (name) =>
  `encodings/${name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()}.hpp`

/** The headers of encodings, relative to `folder`. */
export const headersOf = (folder) =>
  readdirSync(join(folder, 'encodings'))
    .filter((file) => file.endsWith('.hpp'))
    .map((file) => `encodings/${file}`)

/** All entries with the file that each comes from, in the order of encodings.hpp. */
export function catalogue(folder = join(root, 'src/position'), { encodings } = schema()) {
  const files = headersOf(folder)
  const listed = listedHeaders(readFileSync(join(folder, 'encodings.hpp'), 'utf8'))
  const entries = listed.map((file) => {
    const entry = files.includes(file) && entryOf(folder, file, encodings)
    if (!entry)
      throw new Failure(`encodings.hpp lists an encoding, but src/position/${file} has no front matter.`)
    return { file, ...entry }
  })
  const forgotten = files.find(
    (file) => !listed.includes(file) && frontMatter(readFileSync(join(folder, file), 'utf8'), file),
  )
  if (forgotten)
    throw new Failure(`src/position/${forgotten} has front matter, but encodings.hpp does not list it.`)
  return entries
}
