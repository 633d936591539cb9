// The elements for JSX and templates: the types that React, Preact, Solid, Svelte and Vue need to check attributes. Each framework has a
// file of types that augments its own types; programs without that framework do not load it.

/**
 * @param elements properties of every figure, the figures, and their events, as element-declarations.mjs reads them from the classes
 * @returns {Record<string, string>} text by file name
 */
export function frameworkDeclarations({ frame, figures, events }) {
  return {
    'attributes.d.mts': attributesText(frame, figures),
    'react.d.mts': react(events),
    'preact.d.mts': preact(events),
    'solid.d.mts': solid(events),
    'svelte.d.mts': svelte(events),
    'vue.d.mts': vue(events),
  }
}

/** A line of documentation before a member; none if the text is empty. */
export const comment = (text, indent = '  ') => (text ? `${indent}/** ${text} */\n` : '')

function attributesText(frame, figures) {
  const tags = figures.map(({ tag, name }) => `  '${tag}': ${interfaceOf(name)}\n`)
  return `// Written by tools/build/framework-declarations.mjs.

/** The attributes of every figure. */
export interface FigureAttributes {
${frame.map(attributeText).join('')}}
${figures.map(figureText).join('')}
/** The attributes of each element, by its tag. */
export interface AttributesByTag {
${tags.join('')}}
`
}

const interfaceOf = (name) => name.replace(/Element$/, 'Attributes')

const figureText = ({ name, about, properties }) =>
  `\n${comment(about, '')}export interface ${interfaceOf(name)} extends FigureAttributes {\n${properties.map(attributeText).join('')}}\n`

const attributeText = ({ attribute, type, about }) =>
  `${comment(about)}  '${attribute}'?: ${written(type)} | undefined\n`

/** An attribute is text: numbers and truths may be written as such, objects only as text. */
function written(type) {
  const known = {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: TypeScript's type of a number as text
    number: 'number | `${number}`',
    boolean: "boolean | 'true' | 'false' | ''",
    unknown: 'string',
  }
  const bare = type.replace(/ \| undefined$/, '')
  return known[bare] ?? bare
}

const handlers = (events, prefix) =>
  events.map(
    ({ name, about }) =>
      `${comment(about)}  '${prefix}${name}'?: ((event: FigureEvents['${name}']) => void) | undefined\n`,
  )

const IMPORTS = `import type { AttributesByTag } from './attributes.mjs'
import type { FigureEvents } from './index.mjs'
import type {} from './register.mjs'
`

const react = (
  events,
) => `// Written by tools/build/framework-declarations.mjs. For React 18 and 19:   import type {} from 'whereformer/elements/react'

import type { DetailedHTMLProps, HTMLAttributes } from 'react'
${IMPORTS}
/** React 19 and later hand these on; React 18 needs addEventListener. */
export interface FigureHandlers {
${handlers(events, 'on').join('')}}

type Html<Tag extends keyof AttributesByTag> = DetailedHTMLProps<
  HTMLAttributes<HTMLElementTagNameMap[Tag]>,
  HTMLElementTagNameMap[Tag]
>

/** \`class\`, because React 18 hands on what it gets. */
export type WhereformerElements = {
  [Tag in keyof AttributesByTag]: Omit<Html<Tag>, keyof AttributesByTag[Tag]> &
    AttributesByTag[Tag] &
    FigureHandlers & { class?: string | undefined }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends WhereformerElements {}
  }
}

declare global {
  namespace JSX {
    interface IntrinsicElements extends WhereformerElements {}
  }
}
`

const preact = (
  events,
) => `// Written by tools/build/framework-declarations.mjs. For Preact:   import type {} from 'whereformer/elements/preact'

import type { ClassAttributes, JSX } from 'preact'
${IMPORTS}
export interface FigureHandlers {
${handlers(events, 'on').join('')}}

export type WhereformerElements = {
  [Tag in keyof AttributesByTag]: Omit<JSX.IntrinsicElements['div'], 'ref' | keyof AttributesByTag[Tag]> &
    ClassAttributes<HTMLElementTagNameMap[Tag]> &
    AttributesByTag[Tag] &
    FigureHandlers
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends WhereformerElements {}
  }
}
`

const solid = (
  events,
) => `// Written by tools/build/framework-declarations.mjs. For Solid:   import type {} from 'whereformer/elements/solid'

import type { JSX } from 'solid-js'
${IMPORTS}
export interface FigureHandlers {
${handlers(events, 'on:').join('')}}

export type WhereformerElements = {
  [Tag in keyof AttributesByTag]: Omit<JSX.HTMLAttributes<HTMLElementTagNameMap[Tag]>, keyof AttributesByTag[Tag]> &
    AttributesByTag[Tag] &
    FigureHandlers
}

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends WhereformerElements {}
  }
}
`

const svelte = (
  events,
) => `// Written by tools/build/framework-declarations.mjs. For Svelte 4 and 5:   import type {} from 'whereformer/elements/svelte'

import type { HTMLAttributes } from 'svelte/elements'
${IMPORTS}
/** Svelte 5 writes onwf-ready, Svelte 4 on:wf-ready. */
export interface FigureHandlers {
${handlers(events, 'on').join('')}${handlers(events, 'on:').join('')}}

export type WhereformerElements = {
  [Tag in keyof AttributesByTag]: Omit<HTMLAttributes<HTMLElementTagNameMap[Tag]>, keyof AttributesByTag[Tag]> &
    AttributesByTag[Tag] &
    FigureHandlers
}

declare module 'svelte/elements' {
  export interface SvelteHTMLElements extends WhereformerElements {}
}
`

const vue = (
  events,
) => `// Written by tools/build/framework-declarations.mjs. For Vue's templates:   import type {} from 'whereformer/elements/vue'

import type { HTMLAttributes, PublicProps } from 'vue'
${IMPORTS}
export interface FigureHandlers {
${handlers(events, 'on').map(capitalAfterOn).join('')}}

/** Vue writes top-k as topK. */
type Camel<Name> = Name extends \`\${infer Head}-\${infer Tail}\` ? \`\${Head}\${Capitalize<Camel<Tail> & string>}\` : Name
type Props<Attributes> = { [Name in keyof Attributes as Camel<Name> & string]: Attributes[Name] }

export type WhereformerElements = {
  [Tag in keyof AttributesByTag]: new () => HTMLElementTagNameMap[Tag] & {
    $props: Omit<HTMLAttributes, keyof AttributesByTag[Tag]> & Props<AttributesByTag[Tag]> & FigureHandlers & PublicProps
  }
}

declare module 'vue' {
  interface GlobalComponents extends WhereformerElements {}
}
`

/** Vue writes @wf-ready as onWfReady. */
const capitalAfterOn = (line) =>
  line.replace(/'onwf-(\w)(\w*)'/, (_, first, rest) => `onWf${first.toUpperCase()}${rest}`)
