import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { citation, currentCitation } from '../citation.mjs'
import { root } from '../paths.mjs'

const manifest = { version: '0.2.0', license: 'MIT', description: 'D', keywords: ['a', 'b'] }
const CHANGELOG = '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-03-04)\n\n- A.\n'
const fieldsOf = (more, changelog = CHANGELOG) => parse(citation({ ...manifest, ...more }, changelog))

/** Those of the schema of version 1.2.0, with the values that it allows. */
const FIELDS = {
  'cff-version': /^1\.2\.0$/,
  message: /\S/,
  type: /^software$/,
  title: /\S/,
  abstract: /\S/,
  version: /^\d+\.\d+\.\d+$/,
  'date-released': /^\d{4}-\d\d-\d\d$/,
  license: /^MIT$/,
  'repository-code': /^https:\/\/\S+$/,
  url: /^https:\/\/\S+$/,
}

test('the file is that of package.json and CHANGELOG.md', () => {
  assert.equal(readFileSync(join(root, 'CITATION.cff'), 'utf8'), currentCitation())
})

test('it has the fields that the format requires, and none that it does not know', () => {
  const filled = { author: 'A', repository: 'a/b', homepage: 'https://a.example' }
  for (const { authors, keywords, ...fields } of [parse(currentCitation()), fieldsOf(filled)]) {
    for (const name of ['cff-version', 'message', 'title']) assert.ok(fields[name], name)
    for (const [name, value] of Object.entries(fields)) assert.match(String(value), FIELDS[name], name)
    assert.ok(authors.length > 0 && keywords.length > 0)
    for (const author of authors) assert.match(author.name, /\S/)
  }
})

test('what the publisher fills in is there, what is missing is not', () => {
  const empty = fieldsOf({}, '# Changelog\n\n## Unreleased\n')
  assert.deepEqual(empty.authors, [{ name: 'The Whereformer authors' }])
  for (const name of ['repository-code', 'url', 'date-released']) assert.equal(name in empty, false, name)

  const author = 'A. Author <a@example.org> (https://a.example)'
  const repository = { url: 'git+https://git.example/a/whereformer.git' }
  const filled = fieldsOf({ author, repository, homepage: 'https://b.example/' })
  assert.deepEqual(filled.authors, [{ name: 'A. Author', website: 'https://a.example' }])
  assert.equal(filled['repository-code'], 'https://git.example/a/whereformer')
  assert.equal(filled.url, 'https://b.example/')
  assert.equal(filled['date-released'], '2026-03-04')

  assert.deepEqual(fieldsOf({ author: { name: 'B' } }).authors, [{ name: 'B' }])
  assert.equal(fieldsOf({ repository: 'github:a/b' })['repository-code'], 'https://github.com/a/b')
  assert.equal('repository-code' in fieldsOf({ repository: 'git@git.example:a/b.git' }), false)
})
