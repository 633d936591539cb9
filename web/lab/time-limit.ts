// Answers that may never come.

import { WhereformerError } from '../lib/boundary/errors.js'

/** The error of an answer that did not come in time. */
class Silence extends WhereformerError {}

export const isSilence = (cause: unknown): boolean => cause instanceof Silence

/** Rejects with ERR_LOAD if there is no answer in time; a later one is ignored. */
export function inTime<T>(answer: Promise<T> | T, milliseconds: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () =>
      reject(
        new Silence('ERR_LOAD', `${what}: got no answer, wanted one within ${milliseconds / 1000} seconds`),
      )
    const timer = setTimeout(late, milliseconds)
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
