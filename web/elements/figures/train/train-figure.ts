// The body of <wf-train>; loaded when the element first becomes visible.

import { html } from 'lit'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { FigureFailure } from '../../parts/figure/trouble.js'
import { formulaRefusals } from '../../parts/formula/formula-refusals.js'
import { openOwn } from '../../parts/formula/open-own.js'
import { OWN } from '../../parts/formula/own-fields.js'
import { LinesElement } from '../../parts/lines/lines-element.js'
import { linesExports } from '../../parts/lines/lines-exports.js'
import { HeatMapElement } from '../../parts/matrix/heat-map-element.js'
import { tableSizes, type Wanted } from './learner.js'
import type { TrainerSource } from './live-trainer.js'
import { type TrainWords, trainWords } from './messages.js'
import { playerOf } from './play-controller.js'
import { Session, type TrainDrawing } from './session.js'
import { lossContent } from './train-content.js'
import { trainControls } from './train-controls.js'
import type { trainFields } from './train-fields.js'
import { trainStyles } from './train-styles.js'
import { type Here, playControl, trainView } from './train-view.js'

export const trainFigure: FigureBody<typeof trainFields, TrainWords, TrainDrawing> = {
  words: trainWords,
  uses: { 'wf-lines': LinesElement, 'wf-heat-map': HeatMapElement },
  styles: trainStyles,

  async compute({ library, state, element, complain }) {
    const wanted = wantedOf(state)
    const own = wanted.encodings.includes(OWN)
      ? await openOwn(library, element, state)(() => tableSizes(state.task))
      : undefined
    formulaRefusals(own, state, `encoding=${OWN}`).forEach(complain)
    const source = library as unknown as TrainerSource
    const player = playerOf(element)
    const picture = await player.picture(
      JSON.stringify([wanted, own?.formula?.text, own?.formula?.kind]),
      () =>
        Session.open(source, { ...wanted, own }).catch((cause) => {
          throw withAdvice(cause)
        }),
    )
    player.playTo(state.playTo)
    return picture
  },

  look: ({ words, state }) => words.look[state.task],
  picture: trainView,
  primary: playControl,
  controls: trainControls,

  caption: ({ words, language }, { task, measured }) =>
    html`<p>${[task.definition[language], words.measured(measured), words.honest].join(words.gap)}</p>`,

  exports: ({ element, words }, drawing) => ({
    ...linesExports(element, lossContent(drawing, words), words.lossLabel),
    besides: words.besides,
    csv: async () => (await import('./train-files.js')).curvesCsv(drawing),
  }),
}

/** Beside modules the core for training is a file of its own. */
function withAdvice(cause: unknown): unknown {
  const { code, message } = cause as Partial<FigureFailure>
  if (code !== 'ERR_LOAD') return cause
  return new FigureFailure(code, message ?? '', { en: trainWords.en.besides, zh: trainWords.zh.besides })
}

/** An encoding beside itself is one. */
function wantedOf({ task, encoding, compare, seed, learningRate }: Here['state']): Wanted {
  const beside = compare === 'nothing' || compare === encoding ? [] : [compare]
  return { task, encodings: [encoding, ...beside], seed, learningRate }
}
