// The pictures of docs/encodings are small, and readable in both schemes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictures } from '../../tools/generate/pictures.mjs'

const drawn = await pictures()

test('each is small, has a title in both languages and colours for both schemes', () => {
  for (const [name, text] of drawn) {
    assert.ok(Buffer.byteLength(text) <= 30_000, `${name}: ${Buffer.byteLength(text)} bytes`)
    assert.match(text, /<title id="title">.+ · .+<\/title>/, name)
    assert.match(text, /prefers-color-scheme:dark/, name)
    assert.doesNotMatch(text, /NaN|undefined|Infinity/, name)
  }
})

test('no picture is of one colour', () => {
  for (const [name, text] of drawn) {
    const marks = text.match(/<path class="(?:c\d+|seen)"|<circle/g) ?? []
    assert.ok(marks.length > 2, name)
  }
})

test('words stand in spans of one language, each with its counterpart', () => {
  for (const [name, text] of drawn) {
    const spans = [...text.matchAll(/<tspan lang="(en|zh)">([^<]*)<\/tspan>/g)]
    const [en, zh] = ['en', 'zh'].map((lang) =>
      spans.filter(([, one]) => one === lang).map(([, , said]) => said),
    )
    assert.equal(en.length, zh.length, name)
    assert.ok(
      en.every((said) => !/\p{Script=Han}/u.test(said)),
      name,
    )
    assert.ok(
      zh.every((said) => !/[a-z]/i.test(said)),
      name,
    )
    assert.doesNotMatch(text.replace(/<(tspan|title|desc)[^>]*>[^<]*<\/\1>/g, ''), /\p{Script=Han}/u, name)
  }
})

test('only encodings with a hue of their own have it: the others are grey', () => {
  const hueOf = (type) => drawn.get(`${type}.svg`).match(/\.mark\{fill:([^}]+)/)?.[1]
  const own = ['sinusoidal', 'learned', 't5', 'alibi', 'rope'].map(hueOf)
  assert.equal(new Set(own).size, 5)
  for (const type of ['buckets', 'randomized', 'rerope', 'softcap'])
    assert.ok(!own.includes(hueOf(type)), type)
})
