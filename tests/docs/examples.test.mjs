// What the examples name exists in the built package: tags, attributes and their values, fields in addresses and JSON, modules, files.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { encodings } from '../../dist/node.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'examples')
const read = (path) => readFileSync(join(root, path), 'utf8')

const [{ declarations }] = JSON.parse(read('dist/custom-elements.json')).modules
const elements = new Map(declarations.map((element) => [element.tagName, element]))
const { exports } = JSON.parse(read('package.json'))
const types = new Set(encodings.map(({ type }) => type))

const pages = readdirSync(folder, { recursive: true })
  .filter((path) => /\.(html|md|mdx|ipynb|m?js)$/.test(path) && !path.startsWith('checkpoint'))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8').replaceAll('\\"', '"') }))

const anywhere = new Set(['id', 'class', 'slot', 'hidden', 'model-base'])

/** What is wrong with a setting, or undefined. */
function wrong(field, value) {
  const type = field.type?.text ?? 'string'
  if (/^number\b/.test(type)) return Number.isFinite(Number(value)) ? undefined : 'is no number'
  if (type === 'boolean') return /^(true|false)?$/.test(String(value)) ? undefined : 'is no boolean'
  if (/^"/.test(type)) return type.includes(`"${value}"`) ? undefined : `is not of ${type}`
  if (field.name === 'encoding') return types.has(value) ? undefined : 'is no encoding'
  return undefined
}

function check(path, tag, settings, fields) {
  for (const [name, value] of settings) {
    const field = fields.find((one) => one.name === name)
    assert.ok(field, `${path}: <${tag}> has no ${name}`)
    const trouble = wrong(field, value)
    assert.equal(trouble, undefined, `${path}: ${name}="${value}" of <${tag}> ${trouble}`)
  }
}

function elementOf(path, tag) {
  const element = elements.get(tag)
  assert.ok(element, `${path}: there is no <${tag}>`)
  return element
}

test('tags, attributes and values', () => {
  let count = 0
  for (const { path, text } of pages)
    for (const [, tag, inside] of text.matchAll(/<(wf-[\w-]+)((?:\s+[@:\w-]+(?:="[^"]*")?)*)\s*\/?>/g)) {
      const { attributes } = elementOf(path, tag)
      const written = [...inside.matchAll(/([@:\w-]+)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [
        name,
        value,
      ])
      const bound = written.filter(([name]) => name.startsWith(':'))
      for (const [name] of bound) check(path, tag, [[name.slice(1), '']], attributes)
      for (const [name] of written.filter(([name]) => name.startsWith('@')))
        assert.match(name, /^@wf-(state|ready|error)$/, path)
      check(
        path,
        tag,
        written.filter(([name]) => !/^[@:]/.test(name) && !anywhere.has(name)),
        attributes,
      )
      count += 1
    }
  assert.ok(count >= 15, `only ${count} tags were found`)
})

test('elements and fields in the addresses of frames', () => {
  let count = 0
  for (const { path, text } of pages)
    for (const [, query] of text.matchAll(/\?(element=wf-[^\s"`<)…]*)/g)) {
      const {
        element: tag,
        lang,
        theme,
        ...settings
      } = Object.fromEntries(new URLSearchParams(query.replaceAll('&amp;', '&')))
      check(path, tag, Object.entries(settings), elementOf(path, tag).members)
      assert.match(`${lang ?? 'en'} ${theme ?? 'light'}`, /^(en|zh) (light|dark)$/, path)
      count += 1
    }
  assert.ok(count >= 5, `only ${count} addresses were found`)
})

test('elements and fields in the JSON of widgets', () => {
  const text = read('examples/myst-jupyter/mystmd/positions.md')
  const widgets = [...text.matchAll(/^:::\{anywidget\} \S+\n(.*?)^:::$/gms)].map(([, json]) =>
    JSON.parse(json),
  )
  assert.equal(widgets.length, 2)
  for (const { element, state } of widgets)
    check('positions.md', element, Object.entries(state), elementOf('positions.md', element).members)
})

test('modules and files of the package', () => {
  const named = { modules: 0, files: 0 }
  for (const { path, text } of pages) {
    for (const [, name] of text.matchAll(/(?:import|from)\s*\(?['"]whereformer(\/[\w/.-]+)?['"]/g)) {
      assert.ok(`.${name ?? ''}` in exports, `${path}: whereformer${name} is no export`)
      named.modules += 1
    }
    for (const [, file] of text.matchAll(/(?:whereformer\/)?dist\/([\w/-]+\.[\w-]+(?:\.[\w-]+)*)/g)) {
      assert.ok(existsSync(join(root, 'dist', file)), `${path}: dist/${file} is not there`)
      named.files += 1
    }
    for (const [, file] of text.matchAll(/src="whereformer\/([^"]+)"/g))
      assert.ok(existsSync(join(root, 'dist', file)), `${path}: dist/${file} is not there`)
  }
  assert.ok(named.modules >= 4 && named.files >= 5, JSON.stringify(named))
})

test('each example says in both languages what to copy, and with which versions it was tried', () => {
  for (const name of ['plain-html', 'iframe', 'docusaurus', 'vitepress', 'myst-jupyter']) {
    const text = read(`examples/${name}/README.md`)
    assert.match(text, /^## 中文$/m, name)
    assert.match(text, /^Tried with 试过的版本：.*\d/m, name)
    assert.match(text, /\(\.\.\/README\.md\)/, name)
  }
})

test('sizes of files are those of the files, within 5 %', () => {
  const script = readFileSync(join(root, 'dist/elements/inline.js'))
  const model = (name) =>
    statSync(join(root, `web/demo/public/models/tiny-shakespeare-${name}/model.safetensors`)).size
  const large = ['rope', 'learned', 'alibi', 't5'].map(model)
  const small = ['small-rope', 'small-learned', 'small-none'].map(model)
  const known = {
    'README.md': [script.length, brotliCompressSync(script).length, ...large, ...small],
    'myst-jupyter/README.md': [script.length],
    'myst-jupyter/jupyter-book/notebook.ipynb': [script.length],
  }
  const named = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/([\d.]+) ?(MB|kB)\b/g)].map(([size, number, unit]) => ({
      path,
      size,
      step: 10 ** -(number.split('.')[1]?.length ?? 0) * (unit === 'MB' ? 1e6 : 1e3),
      bytes: Number(number) * (unit === 'MB' ? 1e6 : 1e3),
    })),
  )
  assert.equal(named.length, 12, 'sizes in the examples')
  for (const { path, size, step, bytes } of named) {
    const isNear = (one) => Math.abs(one - bytes) <= Math.max(0.05 * one, step / 2)
    assert.ok(known[path]?.some(isNear), `${path} says ${size}`)
  }
  for (const one of Object.values(known).flat())
    assert.ok(
      named.some(({ bytes, step }) => Math.abs(one - bytes) <= Math.max(0.05 * one, step / 2)),
      `${one} bytes are named nowhere`,
    )
})
