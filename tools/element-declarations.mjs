// What users of the elements see: declarations without Lit, and custom-elements.json for editors, both read off the classes.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'

const HEAD = `// Written by tools/element-declarations.mjs.

/** Plain JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export interface ElementSettings {
  workerUrl?: string | URL
  wasmUrl?: string | URL
  modelsUrl?: string | URL
  thread?: 'worker' | 'main'
}

/** Where things are, for pages that serve them from elsewhere. Set before the first figure is seen. */
export declare function configureElements(settings: ElementSettings): void
`

const FRAME = `export declare function defineElement(name: string, element: CustomElementConstructor): void
/** The state of a figure in the fragment of an address; undefined when it has none. */
export declare function stateIn(hash: string, name: string): string | undefined
/** An address with the state of a figure in it. */
export declare function linkWith(address: string, name: string, state: string): string

/** What every figure has. Events: wf-state (CustomEvent of the state), wf-ready, wf-error ({ code, message }). */
export declare abstract class FigureElement extends HTMLElement {
  theme: string
  controls: string
  fragment: boolean
  /** Plain JSON out; anything in, and what is not legal gives way to the default. */
  get state(): Record<string, Json>
  set state(given: unknown)
  readonly stateText: string
  readonly linkName: string
  readonly language: 'en' | 'zh'
  readonly updateComplete: Promise<boolean>
  reset(): void
}
`

const FRAME_ATTRIBUTES = [
  { name: 'lang', description: 'zh or en; without it that of the closest ancestor' },
  { name: 'theme', description: 'light or dark; without it that of the page' },
  { name: 'controls', description: 'none hides the settings and the menu' },
  { name: 'fragment', description: 'keeps the state in the fragment of the page’s address' },
]

/** @param {string} root the repository @param {string} dist where types/elements and custom-elements.json go */
export async function writeElementDeclarations(root, dist) {
  const figures = figuresOf(root)
  const folder = join(dist, 'types/elements')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.d.ts'), HEAD + FRAME + figures.map(classText).join(''))
  await writeFile(join(folder, 'register.d.ts'), registerText(figures))
  await writeFile(join(dist, 'custom-elements.json'), `${JSON.stringify(manifest(figures), null, 2)}\n`)
}

/** The elements by tag, with their properties as text. */
function figuresOf(root) {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const file = join(root, 'web/elements/all-elements.ts')
  const program = ts.createProgram([file], options)
  const checker = program.getTypeChecker()
  const map = mapOfTags(program.getSourceFile(file))
  return map.members.map((member) => {
    const type = checker.getTypeAtLocation(member.type)
    const [declaration] = type.symbol.declarations
    const statics = checker.getTypeOfSymbolAtLocation(type.symbol, declaration)
    const fields = checker.getTypeOfSymbolAtLocation(statics.getProperty('fields'), declaration)
    const properties = declaration.members
      .filter((part) => ts.isPropertyDeclaration(part) && fields.getProperty(part.name.getText()))
      .map((part) => ({
        name: part.name.getText(),
        type: checker.typeToString(
          checker.getTypeAtLocation(part),
          part,
          ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias,
        ),
        about: commentOf(part),
      }))
    const missing = fields
      .getProperties()
      .filter(({ name }) => !properties.some((known) => known.name === name))
    if (missing.length)
      throw new Error(`${type.symbol.name} does not declare ${missing.map(({ name }) => name).join(', ')}`)
    return { tag: member.name.text, name: type.symbol.name, about: headOf(declaration), properties }
  })
}

function mapOfTags(source) {
  let found
  const visit = (node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === 'HTMLElementTagNameMap') found = node
    ts.forEachChild(node, visit)
  }
  visit(source)
  if (!found) throw new Error('all-elements.ts names no elements')
  return found
}

function commentOf(part) {
  return (part.jsDoc?.[0]?.comment ?? '').toString()
}

/** The first line of the file says what the element is. */
function headOf(declaration) {
  const [line = ''] = declaration.getSourceFile().text.split('\n\n')
  return line.replace(/^\/\/ ?/gm, '').replaceAll('\n', ' ')
}

function classText({ name, about, properties }) {
  const lines = properties.map(
    ({ name, type, about }) => `${about ? `  /** ${about} */\n` : ''}  ${name}: ${type}\n`,
  )
  return `\n/** ${about} */\nexport declare class ${name} extends FigureElement {\n${lines.join('')}}\n`
}

function registerText(figures) {
  const names = figures.map(({ name }) => name).join(', ')
  const lines = figures.map(({ tag, name }) => `    '${tag}': ${name}\n`).join('')
  return `import type { ${names} } from './index.js'

export { configureElements, type ElementSettings } from './index.js'

declare global {
  interface HTMLElementTagNameMap {
${lines}  }
}
`
}

/** https://github.com/webcomponents/custom-elements-manifest */
function manifest(figures) {
  const declarations = figures.map(({ tag, name, about, properties }) => ({
    ...{ kind: 'class', customElement: true, name, tagName: tag, description: about },
    attributes: [
      ...FRAME_ATTRIBUTES,
      ...properties.map(({ name, type, about }) => ({
        ...{ name: kebab(name), fieldName: name, type: { text: type } },
        ...(about && { description: about }),
      })),
    ],
    members: properties.map(({ name, type }) => ({ kind: 'field', name, type: { text: type } })),
    events: ['wf-state', 'wf-ready', 'wf-error'].map((event) => ({
      name: event,
      type: { text: 'CustomEvent' },
    })),
    slots: [{ name: '', description: 'fallback' }, { name: 'title' }, { name: 'caption' }],
    cssParts: ['figure', 'title', 'picture', 'controls', 'caption'].map((part) => ({ name: part })),
  }))
  return {
    schemaVersion: '1.0.0',
    modules: [{ kind: 'javascript-module', path: 'dist/elements/register.mjs', declarations }],
  }
}

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
