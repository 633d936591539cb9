// The field's terms, the same on the whole page: in the article, the elements, the catalogue and the cards of models.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

const root = fileURLToPath(new URL('../../web/', import.meta.url))
const folders = ['content', 'demo/site', 'demo/page', 'elements', 'lib/families', 'lib/position']

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path)),
)

/** What stands for 得分, 通道, 掩码 (twice), 插值 elsewhere. */
const CHINESE = /分数|分量|遮罩|遮蔽|内插/
const ENGLISH =
  /fraction of whole numbers|has to be honoured|parts from|youngest methods|behind (the scale|each sum)|experts are refused/i

test('score, channel, mask and interpolation have one name each', () => {
  expect(files.length).toBeGreaterThan(150)
  const wrong = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        CHINESE.test(line) || ENGLISH.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [],
      ),
  )
  expect(wrong).toEqual([])
})
