// Files that a contributor's editor and GitHub read: forms of issues, the template of pull requests, .editorconfig.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { root } from '../paths.mjs'
import { sourceFiles } from '../source-files.mjs'
import { issueForms } from './workflows.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')
const config = '.github/ISSUE_TEMPLATE/config.yml'
const chinese = /\p{Script=Han}/u

test('forms of issues have the fields that GitHub asks for, in both languages', () => {
  assert.deepEqual(issueForms.get(config), { blank_issues_enabled: true })
  const forms = [...issueForms].filter(([path]) => path !== config)
  assert.ok(forms.length >= 2)
  for (const [path, { name, description, labels, body, ...more }] of forms) {
    assert.deepEqual(more, {}, path)
    assert.ok(chinese.test(name) && chinese.test(description) && labels.length === 1, path)
    const fields = body.filter(({ type }) => type !== 'markdown')
    assert.ok(
      fields.some(({ validations }) => validations?.required),
      path,
    )
    assert.equal(new Set(fields.map(({ id }) => id)).size, fields.length, path)
    for (const { type, id, attributes } of fields) {
      assert.ok(['input', 'textarea'].includes(type) && /^[a-z]+$/.test(id), `${path}: ${id}`)
      assert.ok(chinese.test(attributes.label), `${path}: ${attributes.label}`)
    }
  }
})

test('links of the pages for contributors lead somewhere', () => {
  for (const page of ['CODE_OF_CONDUCT.md', '.github/pull_request_template.md'])
    for (const [, target] of read(page).matchAll(/\]\((?!https?:)([^)#]+)/g))
      assert.ok(existsSync(join(root, dirname(page), target)), `${page}: ${target}`)
})

/** The sections of .editorconfig, by their pattern. */
function editorSettings() {
  const [, ...parts] = read('.editorconfig').split(/^\[(.+)\]$/m)
  const entries = parts.flatMap((pattern, index) => (index % 2 ? [] : [[pattern, parts[index + 1]]]))
  return Object.fromEntries(
    entries.map(([pattern, text]) => [
      pattern,
      Object.fromEntries([...text.matchAll(/^(\w+) = (.+)$/gm)].map(([, key, value]) => [key, value])),
    ]),
  )
}

test('.editorconfig has the line lengths of the formatters', () => {
  const sections = Object.entries(editorSettings())
  const lengthOf = (extension) =>
    Number(sections.find(([pattern]) => new RegExp(`\\b${extension}\\b`).test(pattern))[1].max_line_length)
  assert.equal(lengthOf('ts'), JSON.parse(read('biome.json')).formatter.lineWidth)
  assert.equal(lengthOf('cpp'), Number(read('.clang-format').match(/^ColumnLimit: (\d+)$/m)[1]))
})

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

test('files are as .editorconfig says: UTF-8, LF, no blanks at ends of lines, one newline at the end', () => {
  const settings = editorSettings()
  const [data] = Object.keys(settings).filter((pattern) => pattern.endsWith('/**'))
  const folders = data.match(/\{(.*)\}/)[1].split(',')
  const files = sourceFiles().filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`)))
  assert.ok(files.length > 1000)
  for (const path of files) {
    const bytes = readFileSync(join(root, path))
    if (bytes.includes(0) || bytes.length === 0) continue // not text
    const text = utf8.decode(bytes) // throws at other bytes
    assert.ok(!/\r/.test(text), `${path}: LF`)
    assert.ok(!/[ \t]$/m.test(text), `${path}: blanks at the end of a line`)
    assert.ok(text.endsWith('\n'), `${path}: newline at the end`)
  }
})
