// The settings below the picture.

import { html, nothing } from 'lit'
import { exact } from '../../../content/format.js'
import {
  choiceControl,
  keepStop,
  numberControl,
  segmentsControl,
  switchControl,
  walkButtons,
} from '../../parts/controls/controls.js'
import { saveFile, saveText } from '../../parts/export/save.js'
import { formulaAmong } from '../../parts/formula/formula-among.js'
import { OWN } from '../../parts/formula/own-fields.js'
import { playerOf } from './play-controller.js'
import type { Session, TrainDrawing } from './session.js'
import {
  ENCODINGS,
  type EncodingChoice,
  HEADS,
  LAYERS,
  TASKS,
  type TaskChoice,
  VIEWS,
  type ViewChoice,
} from './train-fields.js'
import type { Here } from './train-view.js'

const RATES = [0.0003, 0.001, 0.003, 0.005, 0.01, 0.03, 0.1, 1]
const SPEEDS = [1, 2, 5, 10, 20, 50, 100]

export function trainControls(at: Here, drawing: TrainDrawing) {
  const { state, words, language, change, element } = at
  const player = playerOf(element)
  const encodings = ([OWN, ...ENCODINGS] as const).map((value) => ({ value, name: words.encodings[value] }))
  return [
    html`<div class="buttons" role="toolbar" aria-label=${words.training} @keydown=${walkButtons} @focusin=${keepStop}>
      <button type="button" class="step" @click=${() => player.step()}>${words.step}</button>
      <button type="button" class="again" tabindex="-1" @click=${() => player.again()}>${words.again}</button>
    </div>`,
    segmentsControl({
      id: 'view',
      label: words.view,
      value: state.view,
      options: VIEWS.map((value) => ({ value, name: words.views[value] })),
      onChange: (view) => change({ view: view as ViewChoice }),
    }),
    choiceControl({
      id: 'task',
      label: words.task,
      value: state.task,
      options: TASKS.map((value) => ({ value, name: words.tasks[value] })),
      onChange: (task) => change({ task: task as TaskChoice }),
    }),
    choiceControl({
      id: 'encoding',
      label: words.encoding,
      value: state.encoding,
      options: encodings,
      onChange: (encoding) =>
        change({ encoding: encoding as EncodingChoice, ...formulaAmong([encoding, state.compare]) }),
    }),
    choiceControl({
      id: 'compare',
      label: words.compare,
      value: state.compare,
      options: [
        { value: 'nothing', name: words.nothing },
        ...encodings.filter(({ value }) => value !== state.encoding),
      ],
      onChange: (compare) =>
        change({ compare: compare as EncodingChoice, ...formulaAmong([state.encoding, compare]) }),
    }),
    drawing.own?.control({ state, language, commits: 'done', onChange: change }) ?? nothing,
    choiceControl({
      id: 'part',
      label: words.part,
      value: `${state.layer} ${state.head}`,
      options: partsOf(at),
      onChange: (part) => {
        const [layer = 0, head = 0] = part.split(' ').map(Number)
        change({ layer, head })
      },
    }),
    html`<details class="more">
      <summary>${words.more}</summary>
      <div class="controls">${moreControls(at)} ${filesView(at, drawing)}</div>
      ${valuesView(at, drawing)}
    </details>`,
  ]
}

function partsOf({ words }: Here) {
  return Array.from({ length: LAYERS * HEADS }, (_, i) => {
    const [layer, head] = [Math.floor(i / HEADS), i % HEADS]
    return { value: `${layer} ${head}`, name: words.layerHead(layer + 1, head + 1) }
  })
}

function moreControls({ state, words, change }: Here) {
  return [
    numbersControl('speed', words.speed, SPEEDS, state.speed, (speed) => change({ speed })),
    numbersControl('learningRate', words.learningRate, RATES, state.learningRate, (learningRate) =>
      change({ learningRate }),
    ),
    numberControl({
      id: 'seed',
      label: words.seed,
      min: 0,
      max: 1000,
      step: 1,
      value: state.seed,
      help: words.seedHelp,
      onChange: (seed) => change({ seed: seed ?? 1 }),
    }),
    switchControl({
      id: 'background',
      label: words.background,
      value: state.background,
      onChange: (background) => change({ background }),
    }),
  ]
}

/** A few usual values, and the one that is set. */
function numbersControl(
  id: string,
  label: string,
  usual: readonly number[],
  value: number,
  onChange: (value: number) => void,
) {
  const all = [...new Set([...usual, value])].sort((a, b) => a - b)
  return choiceControl({
    id,
    label,
    value: String(value),
    options: all.map((one) => ({ value: String(one), name: String(one) })),
    onChange: (text) => onChange(Number(text)),
  })
}

/** The newest measurements, of every curve. */
function valuesView({ words, frame }: Here, { steps, runs }: TrainDrawing) {
  const lines = runs.flatMap(({ name, curve }) => {
    const title = words.encodings[name]
    return [
      { name: words.lossOf(title), values: curve.loss },
      { name: words.accuracyOf(title), values: curve.accuracy },
      { name: words.exactMatchOf(title), values: curve.exactMatch },
    ]
  })
  const columns = lines.length
  const data = Float32Array.from(
    { length: steps.length * columns },
    (_, i) => lines[i % columns]?.values[Math.floor(i / columns)] ?? Number.NaN,
  )
  return html`<p class="heading">${frame.exact}</p>
    <wf-matrix-table
      named
      .matrix=${{ data, rows: steps.length, columns }}
      .center=${{ row: steps.length - 1, column: 0 }}
      .caption=${words.steps}
      .rowNames=${steps.map(String)}
      .columnNames=${lines.map(({ name }) => name)}
      .format=${exact}
    ></wf-matrix-table>`
}

const FILES = ['config.json', 'model.safetensors', 'optimizer.safetensors']

function filesView({ element, words, fail }: Here, { runs, task }: TrainDrawing) {
  const save = async (run: number, file: string) => {
    try {
      const session = playerOf(element).session as Session | undefined
      const bytes = (await session?.save(run))?.[file]
      if (bytes) saveFile(file, new Blob([bytes as BlobPart]))
    } catch (cause) {
      fail(cause)
    }
  }
  const vocabulary = () =>
    saveText(
      'vocab.json',
      'application/json',
      `${JSON.stringify(Object.fromEntries(task.vocabulary.map((word, id) => [word, id])))}\n`,
    )
  return html`<div class="files">
    <p>${words.files}</p>
    ${runs.map(
      ({ name }, run) =>
        html`<div class="row" role="group" aria-label=${words.filesOf(words.encodings[name])}>
          <span>${words.encodings[name]}</span>
          ${FILES.map(
            (file) =>
              html`<button type="button" data-file=${file} @click=${() => save(run, file)}>${file}</button>`,
          )}
        </div>
        <p class="quiet">${name === 'rope' ? words.opensAsLlama : words.opensHere}</p>`,
    )}
    <div class="row"><button type="button" data-file="vocab.json" @click=${vocabulary}>vocab.json</button></div>
    <p class="quiet">${words.vocabulary}</p>
  </div>`
}
