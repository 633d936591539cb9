// The body of <wf-lengths>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { formulaRefusals } from '../../parts/formula/formula-refusals.js'
import { openOwn } from '../../parts/formula/open-own.js'
import { OWN } from '../../parts/formula/own-fields.js'
import { LinesElement } from '../../parts/lines/lines-element.js'
import { linesExports } from '../../parts/lines/lines-exports.js'
import { type Compared, comparedOf, knownNames } from './compared.js'
import { EncodingTogglesElement } from './encoding-toggles-element.js'
import { type Experiment, sameSetting } from './experiment.js'
import type { Here } from './here.js'
import { captionOf } from './lengths-caption.js'
import { chartOf, contentOf } from './lengths-chart.js'
import { lengthsControls, measureControl } from './lengths-controls.js'
import { lengthsCsv } from './lengths-csv.js'
import { drawLengths, type LengthsDrawing } from './lengths-drawing.js'
import type { lengthsFields } from './lengths-fields.js'
import { lengthsStyles } from './lengths-styles.js'
import { type LengthsWords, lengthsWords } from './messages.js'
import { refusalsOf, settingOf } from './set-up.js'
import { textCaption, textChart } from './text-chart.js'
import { trainingOf } from './training.js'
import { trainingStatus } from './training-status.js'

export const lengthsFigure: FigureBody<typeof lengthsFields, LengthsWords, LengthsDrawing> = {
  words: lengthsWords,
  uses: { 'wf-lines': LinesElement, 'wf-encoding-toggles': EncodingTogglesElement },
  styles: lengthsStyles,

  async compute({ library, state, element, complain, words }) {
    const drawing = await drawLengths(state, openOwn(library, element, state))
    await trainingOf(element).open(drawing.lab)
    refusalsOf(state, knownNames(drawing), words.testLengthsWanted).forEach(complain)
    formulaRefusals(drawing.own, state, `encodings=${OWN}`).forEach(complain)
    return drawing
  },

  look: ({ words }) => words.look,

  picture(at, drawing) {
    const { words } = at
    const charts = chartsOf(at, drawing)
    return html`<div class="charts">
      ${charts.map(({ title, request }) => chartOf(at, charts.length > 1 ? title : undefined, request))}
      ${withText(charts) ? textChart(at, drawing) : nothing}
      ${drawing.recorded ? nothing : html`<p class="quiet">${words.unrecorded}</p>`}
      ${trainingOf(at.element).progress ? trainingStatus(at, drawing) : nothing}
    </div>`
  },

  primary: measureControl,
  controls: lengthsControls,

  caption(at, drawing) {
    const { words, language, state } = at
    const charts = chartsOf(at, drawing)
    return html`<div class="captions">
      ${charts.map(
        ({ title, experiment, said }) =>
          html`<p>
            <b>${title}${language === 'zh' ? '：' : ': '}</b>${settingText(experiment, words)}${words.fullStop}${captionOf(
              { experiment, encodings: namesOf(said), measure: state.measure, labelOf: labelsOf(said) },
              words,
            ).join(words.gap)}
          </p>`,
      )}
      ${withText(charts) ? textCaption(at, drawing) : nothing}
      <p>${[words.counted[state.measure], words.legend].join(words.gap)}</p>
    </div>`
  },

  exports(at, drawing) {
    const charts = chartsOf(at, drawing)
    const main = charts.at(-1)
    if (!main) return {}
    const experiments = charts.map(({ title, experiment }) => ({ title, experiment }))
    return {
      ...linesExports(at.element, contentOf(main.request, at.words).content, main.request.label),
      csv: async () => lengthsCsv(experiments, namesOf(main.request.encodings)),
      code: () => trainingCode(at, drawing),
    }
  },
}

/** A third chart would be two stops of the keyboard too many: the text makes room for the reader's own runs beside recorded ones. */
const withText = (charts: readonly unknown[]) => charts.length < 2

const namesOf = (encodings: readonly Compared[]) => encodings.map(({ name }) => name)

const labelsOf = (encodings: readonly Compared[]) => (name: string) =>
  encodings.find((one) => one.name === name)?.label ?? name

const settingText = ({ trainLength, steps, batch, width }: Experiment, words: LengthsWords) =>
  words.setting(trainLength, steps, batch, width)

/** The recorded experiment, and the reader's own. `said`: those of which the caption speaks. */
function chartsOf(at: Here, drawing: LengthsDrawing) {
  const { words, language, state } = at
  const encodings = comparedOf(state, drawing, language)
  const presets = encodings.filter(({ trained }) => typeof trained === 'string')
  const own = ownExperiment(at)
  const chart = (title: string, experiment: Experiment, said: readonly Compared[]) => {
    const label = words.chart(title, drawing.task.name[language])
    const request = { experiment, encodings, measure: state.measure, label }
    return { title, experiment, said, request }
  }
  return [
    ...(drawing.recorded ? [chart(words.recorded, drawing.recorded, presets)] : []),
    ...(own ? [chart(words.yours, own, encodings)] : []),
  ]
}

/** That of the settings, or else the newest of the task. */
function ownExperiment({ element, state }: Here): Experiment | undefined {
  const setting = settingOf(state)
  const ofTask = trainingOf(element).kept.filter(({ task, runs }) => task === state.task && runs.length > 0)
  return ofTask.find((experiment) => setting && sameSetting(experiment, setting)) ?? ofTask[0]
}

function trainingCode({ state, language }: Here, drawing: LengthsDrawing): string {
  const { task, trainLength, seeds, steps } = state
  const { testLengths = [], batch } = settingOf(state) ?? {}
  const encodings = comparedOf(state, drawing, language).map(({ name, trained }) =>
    typeof trained === 'string' ? `"${name}"` : `{"name":${JSON.stringify(name)},"position":{...position}}`,
  )
  const options = JSON.stringify({ task, trainLength, testLengths, seeds, steps, batch })
  const call = `for await (const report of run({"encodings":[${encodings}],${options.slice(1)})) {
  if (report.kind === 'results') console.log(report.results)
}`
  return drawing.own?.labCode(call) ?? `import { run } from 'whereformer/lab'\n\n${call}`
}
