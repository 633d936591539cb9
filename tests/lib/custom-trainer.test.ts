// A custom position in a trainer: its functions become the table that training starts from.

import { expect, test } from 'vitest'
import { trainerPlan } from '../../web/lib/train/trainer-options.js'
import { expectRefusal } from '../support/errors.js'

const byDistance = (head: number, distance: number) => (head + 1) * distance
const model = (position: unknown, length: number | undefined = 3) => ({
  model: { layers: 2, heads: 2, dModel: 8, vocab: 5, ...(length ? { length } : {}), position },
})
const planned = (position: unknown) => {
  const { config, tables } = trainerPlan(model(position))
  return { position: config.position, tables: [...tables.values()] }
}
const TABLE = { data: Float32Array.from([-2, -4, -1, -2, 0, 0, 1, 2, 2, 4]), shape: [5, 2] }

test('alone, in a list and of one layer', () => {
  const custom = { type: 'custom', byDistance }
  const reference = (name: string) => ({ type: 'relativeBias', table: { tensor: name, shape: [5, 2] } })
  expect(planned(custom)).toEqual({ position: reference('position.0.0.table'), tables: [TABLE] })
  expect(planned([{ type: 'rope' }, custom])).toEqual({
    position: [{ type: 'rope' }, reference('position.0.1.table')],
    tables: [TABLE],
  })
  expect(planned({ layers: [custom, { type: 'none' }] })).toEqual({
    position: { layers: [reference('position.0.0.table'), { type: 'none' }] },
    tables: [TABLE],
  })
})

test('layers that are given the same object share its table', () => {
  const custom = { type: 'custom', byDistance }
  expect(planned({ layers: [custom, custom] }).tables).toHaveLength(1)
  expect(planned({ layers: [custom, { ...custom }] }).tables).toHaveLength(2)
})

test('what is wrong with it is refused where it stands', () => {
  expectRefusal(
    () => trainerPlan(model({ type: 'custom' })),
    'ERR_VALUE',
    'options.model.position',
    'no function',
  )
  const nan = { type: 'custom', bias: () => Number.NaN }
  expectRefusal(() => trainerPlan(model([nan])), 'ERR_VALUE', 'options.model.position[0].bias', 'NaN')
  const unsized = () => trainerPlan(model({ type: 'custom', byDistance }, 0))
  expectRefusal(unsized, 'ERR_TYPE', 'options.model.length', 'nothing', 'functions of options.model.position')
})
