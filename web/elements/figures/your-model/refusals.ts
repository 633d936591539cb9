// Why files are no model: a sentence in both languages, and what the browser or the library says.

import { messageOf } from '../../../lib/boundary/errors.js'
import { FigureFailure } from '../../parts/figure/trouble.js'
import { type YourModelWords, yourModelWords } from './messages.js'

export function unreadable(name: string, cause: unknown): never {
  throw refused((words) => words.unreadable(name), messageOf(cause))
}

export function refused(say: (words: YourModelWords) => string, message?: string): FigureFailure {
  const advice = { en: say(yourModelWords.en), zh: say(yourModelWords.zh) }
  return new FigureFailure('ERR_LOAD', message ?? advice.en, advice)
}
