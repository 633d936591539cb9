import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../paths.mjs'
import { notesOf, released } from '../release/changelog.mjs'
import { checksums } from '../release/checksums.mjs'
import { addressed, ofVersion, withHashes } from '../release/readme.mjs'
import { sourceFiles } from '../source-files.mjs'

const CHANGELOG = `# Changelog

## Unreleased

### Added

- One thing.

## 0.1.0 (2026-01-02)

- The first.
`

test('what was unreleased gets the version and the date, and "Unreleased" is empty', () => {
  const { text, notes } = released(CHANGELOG, '0.2.0', '2026-03-04')
  assert.equal(notes, '### Added\n\n- One thing.')
  assert.equal(
    text,
    `# Changelog

## Unreleased

## 0.2.0 (2026-03-04)

### Added

- One thing.

## 0.1.0 (2026-01-02)

- The first.
`,
  )
  assert.throws(() => released(text, '0.3.0', '2026-05-06'), /nothing to release/)
  assert.throws(() => released('# Changelog\n', '0.2.0', '2026-03-04'), /no heading/)
})

test('the first release has no other below it', () => {
  const first = '# Changelog\n\n## Unreleased\n\n- All.\n'
  assert.equal(
    released(first, '0.1.0', '2026-01-02').text,
    '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-01-02)\n\n- All.\n',
  )
})

test('a released version has its notes, the last one and one with others below it', () => {
  const { text, notes } = released(CHANGELOG, '0.2.0', '2026-03-04')
  assert.equal(notesOf(text, '0.2.0'), notes)
  assert.equal(notesOf(text, '0.1.0'), '- The first.')
  assert.throws(() => notesOf(text, '0.2'), /no heading "## 0\.2 \(date\)"/)
  assert.throws(() => notesOf(CHANGELOG, '0.2.0'), /no heading/)
})

test('checksums are those of sha256sum', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whereformer-'))
  try {
    const file = join(folder, 'abc.txt')
    writeFileSync(file, 'abc')
    const sum = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    assert.equal(checksums([file]), `${sum}  abc.txt\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('every address in the repository names the version of package.json', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const file of addressed) {
    const text = readFileSync(join(root, file), 'utf8')
    assert.notEqual(ofVersion(text, '0.0.0'), text, file)
    assert.equal(ofVersion(text, version), text, file)
  }
  const others = sourceFiles().filter(
    (file) => !addressed.includes(file) && /^(web|docs|examples)\//.test(file),
  )
  for (const file of others) {
    const text = readFileSync(join(root, file), 'utf8')
    assert.equal(ofVersion(text, '0.0.0'), text, file)
  }
})

test('the README names the version and the hash of each script', () => {
  const cdn = 'https://cdn.jsdelivr.net/npm/whereformer'
  const text = `<script src="${cdn}@0.1.0/dist/a.js" crossorigin="anonymous"></script> from '${cdn}@0.1.0/dist/b.mjs' unpkg.com/whereformer@0.1.0/dist/`
  const newer = ofVersion(text, '0.2.0')
  assert.equal(newer, text.replaceAll('0.1.0', '0.2.0'))
  assert.equal(
    withHashes(newer, { 'a.js': 'sha384-x' }),
    newer.replace('a.js" ', 'a.js" integrity="sha384-x" '),
  )
  assert.throws(() => withHashes(newer, {}), /dist\/a\.js/)
})

test('a release renews every page that names a version on a CDN', () => {
  const pages = sourceFiles().filter((path) => /\.(md|mdx|html|ipynb)$/.test(path))
  const named = pages.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return ofVersion(text, '99.0.0') !== text
  })
  assert.deepEqual(
    named.filter((path) => !addressed.includes(path)),
    [],
  )
})
