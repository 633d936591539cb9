// The body of <wf-lengths>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { LinesElement } from '../../parts/lines/lines-element.js'
import { linesExports } from '../../parts/lines/lines-exports.js'
import { lookOfEncoding } from '../../parts/positions/looks.js'
import { EncodingTogglesElement } from './encoding-toggles-element.js'
import { type Experiment, sameSetting } from './experiment.js'
import type { Here } from './here.js'
import { captionOf } from './lengths-caption.js'
import { lengthsContent, type Named } from './lengths-content.js'
import { lengthsControls, measureControl } from './lengths-controls.js'
import { lengthsCsv } from './lengths-csv.js'
import { drawLengths, type LengthsDrawing } from './lengths-drawing.js'
import type { lengthsFields } from './lengths-fields.js'
import { lengthsStyles } from './lengths-styles.js'
import { type LengthsWords, lengthsWords } from './messages.js'
import { chosenEncodings, refusalsOf, settingOf } from './set-up.js'
import { trainingOf } from './training.js'
import { trainingStatus } from './training-status.js'
import { valuesTable } from './values-table.js'

export const lengthsFigure: FigureBody<typeof lengthsFields, LengthsWords, LengthsDrawing> = {
  words: lengthsWords,
  uses: { 'wf-lines': LinesElement, 'wf-encoding-toggles': EncodingTogglesElement },
  styles: lengthsStyles,

  async compute({ state, element, complain, words }) {
    const drawing = await drawLengths(state)
    await trainingOf(element).open(drawing.lab)
    const known = drawing.presets.map(({ name }) => name)
    refusalsOf(state, known, words.testLengthsWanted).forEach(complain)
    return drawing
  },

  look: ({ words }) => words.look,

  picture(at, drawing) {
    const { words } = at
    const charts = chartsOf(at, drawing)
    return html`<div class="charts">
      ${charts.map(
        ({ title, content, request }) =>
          html`<div class="chart">
            ${charts.length > 1 ? html`<p class="title"><b>${title}</b></p>` : nothing}
            <wf-lines .content=${content} .words=${{ ...at.frame, linesHint: '' }}></wf-lines>
            ${valuesTable(request, words)}
          </div>`,
      )}
      ${drawing.recorded ? nothing : html`<p class="quiet">${words.unrecorded}</p>`}
      ${trainingOf(at.element).progress ? trainingStatus(at, drawing) : nothing}
    </div>`
  },

  primary: measureControl,
  controls: lengthsControls,

  caption(at, drawing) {
    const { words, language, state } = at
    const encodings = namesOf(at, drawing)
    const labelOf = (name: string) => labelsOf(at, drawing).get(name) ?? name
    return html`<div class="captions">
      ${chartsOf(at, drawing).map(
        ({ title, experiment }) =>
          html`<p>
            <b>${title}${language === 'zh' ? '：' : ': '}</b>${settingText(experiment, words)}${words.fullStop}${captionOf(
              { experiment, encodings, measure: state.measure, labelOf },
              words,
            ).join(words.gap)}
          </p>`,
      )}
      <p>${[words.counted[state.measure], words.legend].join(words.gap)}</p>
    </div>`
  },

  exports(at, drawing) {
    const charts = chartsOf(at, drawing)
    const main = charts.at(-1)
    if (!main) return {}
    const experiments = charts.map(({ title, experiment }) => ({ title, experiment }))
    return {
      ...linesExports(at.element, main.content, main.content.label),
      csv: async () => lengthsCsv(experiments, namesOf(at, drawing)),
      code: () => trainingCode(at, drawing),
    }
  },
}

const settingText = ({ trainLength, steps, batch, width }: Experiment, words: LengthsWords) =>
  words.setting(trainLength, steps, batch, width)

const namesOf = ({ state }: Here, { presets }: LengthsDrawing) =>
  chosenEncodings(
    state,
    presets.map(({ name }) => name),
  )

const labelsOf = ({ language }: Here, { presets }: LengthsDrawing) =>
  new Map(presets.map(({ name, label }) => [name, label[language]]))

function namedOf(at: Here, drawing: LengthsDrawing): Named[] {
  const labels = labelsOf(at, drawing)
  return namesOf(at, drawing).map((name) => {
    const type = drawing.presets.find((preset) => preset.name === name)?.position[0]?.type ?? 'none'
    return { name, label: labels.get(name) ?? name, ...lookOfEncoding(type) }
  })
}

/** The recorded experiment, and the reader's own. */
function chartsOf(at: Here, drawing: LengthsDrawing) {
  const { words, language, state } = at
  const encodings = namedOf(at, drawing)
  const own = ownExperiment(at)
  const chart = (title: string, experiment: Experiment) => {
    const label = words.chart(title, drawing.task.name[language])
    const request = { experiment, encodings, measure: state.measure, label }
    return { title, experiment, request, content: lengthsContent(request, words) }
  }
  return [
    ...(drawing.recorded ? [chart(words.recorded, drawing.recorded)] : []),
    ...(own ? [chart(words.yours, own)] : []),
  ]
}

/** That of the settings, or else the newest of the task. */
function ownExperiment({ element, state }: Here): Experiment | undefined {
  const setting = settingOf(state)
  const ofTask = trainingOf(element).kept.filter(({ task, runs }) => task === state.task && runs.length > 0)
  return ofTask.find((experiment) => setting && sameSetting(experiment, setting)) ?? ofTask[0]
}

function trainingCode({ state }: Here, drawing: LengthsDrawing): string {
  const { seeds, steps } = state
  const setting = settingOf(state)
  const options = {
    task: state.task,
    encodings: namesOf({ state } as Here, drawing),
    trainLength: state.trainLength,
    testLengths: setting?.testLengths ?? [],
    seeds,
    steps,
    batch: setting?.batch,
  }
  return `import { run } from 'whereformer/lab'\n\nfor await (const report of run(${JSON.stringify(options)})) {\n  if (report.kind === 'results') console.log(report.results)\n}`
}
