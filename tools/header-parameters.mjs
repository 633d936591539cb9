// The parameters of an encoding as its header's C++ visits them: names, kinds, ranges, choices and defaults. The code is the only
// source of ranges, so that what is documented is what is checked.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './failure.mjs'

const kinds = {
  number: 'number',
  optional: 'number',
  integer: 'integer',
  flag: 'boolean',
  choice: 'choice',
  numbers: 'numbers',
  table: 'tensor',
}

/** enum class Range of parameters.hpp: the bounds of a schema, and their words. */
export const ranges = {
  any: { bounds: {}, words: '' },
  not_negative: { bounds: { minimum: 0 }, words: '0 or more' },
  positive: { bounds: { exclusiveMinimum: 0 }, words: 'greater than 0' },
  at_least_one: { bounds: { minimum: 1 }, words: '1 or more' },
  above_one: { bounds: { exclusiveMinimum: 1 }, words: 'greater than 1' },
  unit: { bounds: { exclusiveMinimum: 0, maximum: 1 }, words: 'greater than 0, at most 1' },
  even_not_negative: { bounds: { minimum: 0, even: true }, words: 'even, 0 or more' },
}

/**
 * @param {string} folder src/position, or a folder like it
 * @param {string} file the header of the encoding in it
 * @param {string} type the encoding
 * @returns {{name: string, kind: string, optional: boolean, range?: string, choices?: string[], default?: unknown}[]} in the order of the code
 */
export function visitedParameters(folder, file, type) {
  const scope = new Scope(folder, file)
  const own = scope.structs.find(({ body }) => new RegExp(`\\btype\\s*=\\s*"${type}"`).test(body))
  if (!own) throw new Failure(`${file}: no struct has the type "${type}".`)
  return scope.visits(own, '')
}

/** A header and the headers of its folder that it includes, without their comments. */
class Scope {
  constructor(folder, file) {
    this.file = file
    this.texts = []
    const seen = new Set()
    const read = (name) => {
      if (seen.has(name) || !existsSync(join(folder, name))) return
      seen.add(name)
      const text = withoutComments(readFileSync(join(folder, name), 'utf8'))
      this.texts.push(text)
      for (const [, included] of text.matchAll(/#\s*include\s*"(?:position\/)?([^"]+)"/g)) read(included)
    }
    read(file)
    this.structs = this.texts.flatMap(structsIn)
  }

  struct(name) {
    const found = this.structs.find((struct) => struct.name === name)
    if (!found)
      throw new Failure(`${this.file}: cannot find the struct ${name} whose parameters are visited.`)
    return found
  }

  /** What a struct's parameters(), or that of its base, visits. */
  visits(struct, prefix) {
    const head = /\bparameters\s*\(\s*[\w:]+\s*&\s*(\w*)\s*\)\s*(?:const\s*)?(?:override\s*)?(?=\{)/.exec(
      struct.body,
    )
    if (head) return this.visitsIn(blockAt(struct.body, head.index + head[0].length), struct, prefix)
    const bases = struct.bases.flatMap((name) => this.structs.filter((other) => other.name === name))
    return bases.flatMap((base) => this.visits(base, prefix))
  }

  visitsIn(code, struct, prefix) {
    const found = []
    const call =
      /\b(\w+)\s*\.\s*(number|optional|integer|flag|choice|numbers|table|group)\s*\(|\b([\w:]+?)\s*(?:\.|::)\s*parameters\s*\(|\b(\w+)\s*\(\s*visit\s*,/g
    for (let match = call.exec(code); match; match = call.exec(code)) {
      const list = blockAt(code, call.lastIndex - 1)
      const [, , method, owner, helper] = match
      if (helper)
        throw new Failure(`${this.file}: cannot read the parameters that ${helper}(visit, …) visits.`)
      if (owner) found.push(...this.visits(this.ownerOf(owner, struct), prefix))
      else if (method === 'group') found.push(...this.groupIn(list, struct, prefix))
      else found.push(this.parameterIn(method, list, struct, prefix))
      call.lastIndex += list.length + 1
    }
    return found
  }

  groupIn(list, struct, prefix) {
    const [name, ...rest] = split(list)
    const lambda = rest.join(',')
    return this.visitsIn(blockAt(lambda, lambda.indexOf('{')), struct, `${prefix}${textOf(name)}.`)
  }

  /** `Base` of Base::parameters, or the type of the member in member.parameters. */
  ownerOf(owner, struct) {
    if (/^[A-Z]/.test(owner)) return this.struct(owner.split('::').at(-1))
    const type = new RegExp(`\\b([A-Z]\\w*)(?:<[^;]*>)?\\s+${owner}\\s*[;={]`).exec(struct.body)?.[1]
    if (!type)
      throw new Failure(`${this.file}: ${struct.name} has no member ${owner} whose parameters are visited.`)
    return this.struct(type)
  }

  parameterIn(method, list, struct, prefix) {
    const [first, member, third] = split(list)
    const name = prefix + textOf(first)
    const parameter = { name, kind: kinds[method], optional: method === 'optional' }
    if (method === 'choice') parameter.choices = this.choicesIn(third, name)
    if (['number', 'optional', 'integer', 'numbers'].includes(method))
      parameter.range = this.rangeIn(third, name)
    const preset = this.defaultOf(member, struct, parameter)
    return preset === undefined ? parameter : { ...parameter, default: preset }
  }

  rangeIn(argument, name) {
    const range = argument?.match(/\bRange::(\w+)$/)?.[1]
    if (range in ranges) return range
    throw new Failure(
      `${this.file}: ${name} is visited without a Range that is known (${Object.keys(ranges).join(', ')}).`,
    )
  }

  choicesIn(argument, name) {
    const choices = [...(argument ?? '').matchAll(/"([^"]*)"/g)].map((match) => match[1])
    if (choices.length > 0) return choices
    throw new Failure(`${this.file}: the choices of ${name} must be written where it is visited.`)
  }

  /** The default as the member's declaration has it; undefined where that takes more than reading a literal. */
  defaultOf(member, struct, { kind, choices }) {
    const value = new RegExp(`[\\w>]\\s+${member}\\s*(?:=\\s*)?([^;]*);`).exec(struct.body)?.[1].trim()
    if (value === undefined || !/^\w+$/.test(member)) return undefined
    if (kind === 'numbers') return /^(\{[-\d., e]*\})?$/.test(value) ? numbersOf(value) : undefined
    if (kind === 'choice')
      return choices[this.enumerators(value.match(/^(\w+)::\w+$/)?.[1]).indexOf(value.split('::')[1])]
    if (/^(true|false)$/.test(value)) return value === 'true'
    return /^-?\d[\d.]*(e-?\d+)?$/i.test(value) ? Number(value) : undefined
  }

  enumerators(name) {
    const body = this.texts
      .map((text) => new RegExp(`\\benum class ${name}\\b[^{]*\\{([^}]*)\\}`).exec(text)?.[1])
      .find(Boolean)
    return body ? body.split(',').map((word) => word.trim()) : []
  }
}

const numbersOf = (braced) => (braced === '' ? [] : JSON.parse(`[${braced.slice(1, -1)}]`))

const textOf = (argument) => argument.trim().replace(/^"|"$/g, '')

function withoutComments(source) {
  return source.replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, text) => text ?? ' ')
}

function structsIn(text) {
  return [...text.matchAll(/\b(?:struct|class)\s+(\w+)\s*(?:final\s*)?(?::([^;{]*))?\{/g)].map((match) => ({
    name: match[1],
    bases: [...(match[2] ?? '').matchAll(/\b[A-Z]\w*/g)].map(([name]) => name),
    body: blockAt(text, match.index + match[0].length - 1),
  }))
}

/** What lies between the bracket at `open` and its partner. */
function blockAt(text, open) {
  let depth = 0
  for (const { 0: token, index } of text.slice(open).matchAll(/"(?:[^"\\]|\\.)*"|[([{]|[)\]}]/g)) {
    if ('([{'.includes(token)) depth += 1
    else if (')]}'.includes(token)) depth -= 1
    if (depth === 0) return text.slice(open + 1, open + index)
  }
  return text.slice(open + 1)
}

/** Arguments at the commas that no bracket encloses. */
function split(list) {
  const parts = ['']
  let depth = 0
  for (const [token] of list.matchAll(/"(?:[^"\\]|\\.)*"|[\s\S]/g)) {
    if ('([{'.includes(token)) depth += 1
    if (')]}'.includes(token)) depth -= 1
    if (token === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts.map((part) => part.trim())
}
