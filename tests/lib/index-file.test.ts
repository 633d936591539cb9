// The index of a checkpoint comes with the model: what it names is a file of its folder, and nothing else.

import { expect, test } from 'vitest'
import { fileOfTensors } from '../../web/lib/checkpoint/index-file.js'
import { expectRefusal } from '../support/errors.js'

const naming = (name: unknown) => ({ metadata: { total_size: 4 }, weight_map: { 'a.weight': name } })

test.each([
  'model-00001-of-00002.safetensors',
  'a b.safetensors',
  '层.safetensors',
  '..safetensors',
  'part/1',
])('a file beside it, or in a folder there: %s', (name) => {
  expect(fileOfTensors(naming(name), 'index')).toEqual([['a.weight', name]])
})

test.each([
  '../secret',
  '..',
  '.',
  'a/../../secret',
  './model.safetensors',
  '/etc/passwd',
  '//evil.example/x',
  'https://evil.example/x',
  'file:x',
  'data:,x',
  'C:\\x',
  'C:x',
  '..\\x',
  '\\\\host\\x',
  'a\\b',
  '%2e%2e/x',
  '..%2fx',
  'x?y',
  'x#y',
  'a//b',
  'a/',
  '',
  ' ',
  '.. /x',
  '... ',
  'x\0y',
  'x\ny',
])('a path or an address is refused: %j', (name) => {
  expectRefusal(() => fileOfTensors(naming(name), 'index'), 'ERR_VALUE', 'index.weight_map["a.weight"]')
})

test.each([
  [{}, 'index.weight_map'],
  [{ weight_map: [] }, ''],
  [naming(1), 'index.weight_map'],
  [null, 'index'],
])('%j', (index, words) => {
  if (words === '') expect(fileOfTensors(index, 'index')).toEqual([])
  else expectRefusal(() => fileOfTensors(index, 'index'), 'ERR_TYPE', words)
})
