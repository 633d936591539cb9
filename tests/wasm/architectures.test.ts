// Which model types positionFromConfig and scaleFromConfig may claim to know: those whose scores, layer by layer, are those of the model that
// transformers builds from the same config (tools/golden/architectures.py). Nothing else, and none of them left out.

import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { positionFromConfig, scaleFromConfig } from 'whereformer'
import { type Architecture, formsOf, type Read, survey, verdictOf } from '../support/architectures.js'
import { expectRefusal } from '../support/errors.js'
import { fileUrl } from '../support/golden.js'
import { useLibrary } from '../support/library.js'

const library = useLibrary()

const known: Read = (config, layer) => ({
  position: positionFromConfig(config, { layer }),
  scale: scaleFromConfig(config, { layer }),
})

const guessed: Read = (config, layer) => ({
  position: positionFromConfig(config, { layer, guess: true }).position,
  scale: scaleFromConfig(config, { layer, guess: true }).scale,
})

const isKnown = (type: string) =>
  positionOrRefusal(() => scaleFromConfig({ ...survey.types[type]?.written, model_type: type }))

/** Any answer, and any refusal but that of an unknown type. */
function positionOrRefusal(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    return !(error as Error).message.includes('guess: true')
  }
}

const verdictsOf = (architecture: Architecture, read: Read) =>
  formsOf(architecture).map((form) => [form.name, verdictOf(library.wf, form, read)] as const)

const types = Object.entries(survey.types)

test.runIf(process.env.EXPLORE)('explore', async () => {
  const { writeFileSync } = await import('node:fs')
  const all = types.map(([type, architecture]) => [
    type,
    isKnown(type),
    verdictsOf(architecture, isKnown(type) ? known : guessed).filter(([, v]) => v !== 'equal'),
  ])
  writeFileSync(process.env.EXPLORE as string, JSON.stringify(all))
})
