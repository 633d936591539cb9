// Public types of the elements: declarations without Lit, for JSX and templates, and what editors read, all generated
// from the classes.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { cssProperties } from './css-properties.mjs'
import { comment, frameworkDeclarations } from './framework-declarations.mjs'

/** The run-time content of whereformer/elements/react and similar modules, in case `type` is missing in the import. */
const TYPES_ONLY = 'export {}\n'

const HEAD = `// Written by tools/build/element-declarations.mjs.

// Types that a program without the library "dom" lacks, also declared in ../boundary/platform-types.d.ts.
declare global {
  interface HTMLElement {}
  interface CustomElementConstructor {}
  interface CustomEvent<T> {}
  interface URL {}
}

/** Plain JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export interface ElementSettings {
  workerUrl?: string | URL
  wasmUrl?: string | URL
  modelsUrl?: string | URL
  thread?: 'worker' | 'main'
}

/** Addresses of the package's files, for pages that serve them from elsewhere. Set before the first figure is seen. */
export declare function configureElements(settings: ElementSettings): void
`

/** Events of every figure, with the type of their detail. */
const EVENTS = [
  { name: 'wf-state', detail: 'Record<string, Json>', about: 'the reader changed something' },
  { name: 'wf-ready', detail: 'null', about: 'the picture is there' },
  { name: 'wf-error', detail: '{ code: string; message: string }', about: 'something went wrong' },
]

const frameText = (properties) => `
export declare function defineElement(name: string, element: CustomElementConstructor): void
/** The state of a figure in the fragment of an address; undefined when it has none. */
export declare function stateIn(hash: string, name: string): string | undefined
/** An address with the state of a figure in it. */
export declare function linkWith(address: string, name: string, state: string): string

/** The events of every figure. They bubble, also out of shadow roots. */
export interface FigureEvents {
${EVENTS.map(({ name, detail, about }) => `  /** ${about} */\n  '${name}': CustomEvent<${detail}>\n`).join('')}}

declare const PlainElement: new () => HTMLElement
export {} // of this file are only the names marked so

/** Properties and methods that every figure has. */
export declare abstract class FigureElement extends PlainElement {
${properties.map(propertyText).join('')}  /** Plain JSON out; anything in, and what is not legal gives way to the default. */
  get state(): Record<string, Json>
  set state(given: unknown)
  readonly stateText: string
  readonly linkName: string
  readonly language: 'en' | 'zh'
  readonly updateComplete: Promise<boolean>
  reset(): void
}
`

const propertyText = ({ name, type, about }) => `${comment(about)}  ${name}: ${type}\n`

/** An attribute of every HTML element; no class declares it. */
const LANG = {
  name: 'lang',
  attribute: 'lang',
  type: 'string',
  about: 'zh or en; without it that of the closest ancestor',
}

/** @param {string} root the repository @param {string} dist where types/elements and custom-elements.json are written */
export async function writeElementDeclarations(root, dist) {
  const { frame, figures } = elementsOf(root)
  const folder = join(dist, 'types/elements')
  const files = {
    'index.d.mts': HEAD + frameText(frame) + figures.map(classText).join(''),
    'register.d.mts': registerText(figures),
    'small-models.d.mts': TYPES_ONLY,
    ...frameworkDeclarations({ frame: [LANG, ...frame], figures, events: EVENTS }),
  }
  await mkdir(join(dist, 'elements'), { recursive: true })
  await writeFile(join(dist, 'elements/types-only.mjs'), TYPES_ONLY)
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await writeFile(
    join(dist, 'custom-elements.json'),
    `${JSON.stringify(manifest(frame, figures, await cssProperties(root)))}\n`,
  )
  await writeFile(
    join(dist, 'vscode.html-custom-data.json'),
    `${JSON.stringify(editorData([LANG, ...frame], figures))}\n`,
  )
}

/** Tags and attributes that VS Code completes and explains in HTML, given by its setting html.customData. */
function editorData(frame, figures) {
  const attribute = ({ attribute: name, type, about }) => ({
    name,
    ...(about && { description: about }),
    ...(type === 'boolean' && { valueSet: 'v' }),
    ...(/^"/.test(type) && { values: Array.from(type.matchAll(/"([^"]*)"/g), ([, name]) => ({ name })) }),
  })
  const tags = figures.map(({ tag, about, properties }) => ({
    name: tag,
    description: about,
    attributes: [...frame, ...properties].map(attribute),
  }))
  return { version: 1.1, tags }
}

/**
 * The properties of all figures, and the elements by tag with their own.
 * A property is { name, attribute, type, about }: its attribute, and its type as text.
 */
function elementsOf(root) {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const file = join(root, 'web/elements/all-elements.ts')
  const program = ts.createProgram([file], options)
  const checker = program.getTypeChecker()
  const propertiesOf = (declaration) => ownProperties(declaration, checker)
  const figures = allElements(program.getSourceFile(file), checker).map(({ name: tag, symbol }) => {
    const classes = classesOf(symbol.declarations[0], checker)
    const frame = classes.findIndex(({ name }) => name.text === 'FigureElement')
    if (frame < 0) throw new Error(`${symbol.name} is no FigureElement`)
    return {
      tag,
      name: symbol.name,
      about: headOf(classes[0]),
      properties: classes.slice(0, frame).flatMap(propertiesOf),
      frame: classes.slice(frame).flatMap(propertiesOf),
    }
  })
  return { frame: figures[0].frame, figures }
}

/** A class and its base classes in this repository. */
function classesOf(declaration, checker) {
  const [base] = declaration.heritageClauses?.find(isExtends)?.types ?? []
  const next = base && checker.getTypeAtLocation(base).symbol?.declarations?.find(ts.isClassDeclaration)
  const ours = next && !next.getSourceFile().fileName.includes('/node_modules/')
  return [declaration, ...(ours ? classesOf(next, checker) : [])]
}

const isExtends = ({ token }) => token === ts.SyntaxKind.ExtendsKeyword

/** The properties with an attribute that a class adds: its fields, and those declared to Lit. */
function ownProperties(declaration, checker) {
  const attributes = new Map([...fieldAttributes(declaration, checker), ...litAttributes(declaration)])
  return Array.from(attributes, ([name, attribute]) => {
    const part = declaration.members.find((one) => !isStatic(one) && one.name?.getText() === name)
    if (!part) throw new Error(`${declaration.name.text} does not declare ${name}`)
    return { name, attribute, type: textOf(part, checker), about: commentOf(part) }
  })
}

/** A choice is its values, and no name of a type in its place: declarations of the package do not have that. */
function textOf(part, checker) {
  const type = checker.getTypeAtLocation(part)
  const write = (one) =>
    checker.typeToString(one, part, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias)
  const isChoice = type.isUnion() && type.types.every((one) => one.isStringLiteral())
  return isChoice ? type.types.map(write).join(' | ') : write(type)
}

/** The properties that FigureElement creates from the fields of a figure. */
function fieldAttributes(declaration, checker) {
  const fields = staticPart(declaration, 'fields')
  if (!fields) return []
  const names = checker.getTypeAtLocation(fields).getProperties()
  return names.map(({ name }) => [name, kebab(name)])
}

/** `static properties` as Lit reads it, without state and without "attribute: false". */
function litAttributes(declaration) {
  const literal = staticPart(declaration, 'properties')?.initializer
  return (literal?.properties ?? []).flatMap((part) => {
    const options = new Map(part.initializer.properties.map((one) => [one.name.getText(), one.initializer]))
    const attribute = options.get('attribute')
    if (options.has('state') || attribute?.kind === ts.SyntaxKind.FalseKeyword) return []
    return [[part.name.getText(), attribute?.text ?? part.name.getText().toLowerCase()]]
  })
}

const staticPart = (declaration, name) =>
  declaration.members.find((part) => isStatic(part) && part.name?.getText() === name)

const isStatic = (part) => (ts.getCombinedModifierFlags(part) & ts.ModifierFlags.Static) !== 0

/** The entries of `allElements`: a tag, and the symbol of its class. */
function allElements(source, checker) {
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source))
  const list = exported.find(({ name }) => name === 'allElements')
  if (!list) throw new Error('all-elements.ts exports no allElements')
  const classOf = (entry) => checker.getTypeOfSymbol(entry).symbol
  return checker.getPropertiesOfType(checker.getTypeOfSymbol(list)).map((entry) => ({
    name: entry.name,
    symbol: classOf(entry),
  }))
}

function commentOf(part) {
  return (part.jsDoc?.[0]?.comment ?? '').toString()
}

/** The first line of the file describes the element. */
function headOf(declaration) {
  const [line = ''] = declaration.getSourceFile().text.split('\n\n')
  return line.replace(/^\/\/ ?/gm, '').replaceAll('\n', ' ')
}

function classText({ name, about, properties }) {
  const lines = properties.map(propertyText).join('')
  return `\n${comment(about, '')}export declare class ${name} extends FigureElement {\n${lines}}\n`
}

function registerText(figures) {
  const names = figures.map(({ name }) => name).join(', ')
  const lines = figures.map(({ tag, name }) => `    '${tag}': ${name}\n`).join('')
  return `import type { ${names} } from './index.mjs'

export { configureElements, type ElementSettings } from './index.mjs'

declare global {
  interface HTMLElementTagNameMap {
${lines}  }
}
`
}

/** https://github.com/webcomponents/custom-elements-manifest */
function manifest(frame, figures, styled) {
  const declarations = figures.map(({ tag, name, about, properties }) => ({
    kind: 'class',
    customElement: true,
    name,
    tagName: tag,
    description: about,
    attributes: [LANG, ...frame, ...properties].map(({ name, attribute, type, about }) => ({
      name: attribute,
      fieldName: name,
      type: { text: type },
      ...(about && { description: about }),
    })),
    members: properties.map(({ name, type }) => ({ kind: 'field', name, type: { text: type } })),
    events: EVENTS.map(({ name, detail, about }) => ({
      name,
      type: { text: `CustomEvent<${detail}>` },
      description: about,
    })),
    slots: [
      { name: '', description: 'fallback' },
      { name: 'title' },
      { name: 'presets' },
      { name: 'caption' },
    ],
    cssParts: ['figure', 'title', 'picture', 'start', 'more', 'controls', 'caption'].map((part) => ({
      name: part,
    })),
    cssProperties: styled.map(({ name, value, about }) => ({
      name,
      description: about,
      ...(value && { default: value }),
    })),
  }))
  return {
    schemaVersion: '1.0.0',
    modules: [{ kind: 'javascript-module', path: 'dist/elements/register.mjs', declarations }],
  }
}

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
