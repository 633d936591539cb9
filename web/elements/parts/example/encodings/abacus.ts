import type { AbacusPosition } from 'whereformer'
import { digitContents } from '../sentence.js'
import type { OwnExample } from './own.js'

export const abacus: OwnExample<AbacusPosition> = {
  inOrder: true,
  perToken: (position, contents) => ({
    ...position,
    digits: contents.map((content) => Number(digitContents.has(content))),
  }),
}
