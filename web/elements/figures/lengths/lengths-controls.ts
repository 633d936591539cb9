// The settings of <wf-lengths>, below the picture. What belongs to the reader's own runs is folded away.

import { html, nothing } from 'lit'
import { choiceControl, numberControl, segmentsControl } from '../../parts/controls/controls.js'
import { liveUnlessTyped } from '../../parts/controls/live-unless-typed.js'
import { formulaAmong } from '../../parts/formula/formula-among.js'
import { OWN } from '../../parts/formula/own-fields.js'
import { ownTitle } from '../../parts/formula/own-title.js'
import { knownNames } from './compared.js'
import type { TogglesEvent } from './encoding-toggles-element.js'
import { MEASURES, type Measure } from './experiment.js'
import type { Here } from './here.js'
import type { LengthsDrawing } from './lengths-drawing.js'
import { TASKS } from './lengths-fields.js'
import { chosenEncodings, FEWEST, lengthsIn, MOST } from './set-up.js'
import { trainingOf } from './training.js'
import { trainingStatus } from './training-status.js'

export function measureControl({ state, words, change }: Here) {
  return segmentsControl({
    id: 'measure',
    label: words.measure,
    value: state.measure,
    options: MEASURES.map((value) => ({ value, name: words.measures[value] })),
    onChange: (measure) => change({ measure: measure as Measure }),
  })
}

export function lengthsControls(at: Here, drawing: LengthsDrawing) {
  const { state, words, change, language } = at
  const { task, presets, taskName } = drawing
  const { prompt, answer } = task.example
  const on = chosenEncodings(state, knownNames(drawing))
  const label = words.encodings(on.length, MOST)
  return [
    choiceControl({
      id: 'task',
      label: words.task,
      value: state.task,
      options: TASKS.map((value) => ({ value, name: taskName(value)[language] })),
      onChange: (name) => change({ task: name }),
    }),
    html`<p class="wide help">
      ${[task.definition[language], words.lengthOf(task.length[language])].join(words.gap)}
      <span class="quiet">${words.example}</span> <code class="together">${prompt} ${answer}</code>
    </p>`,
    html`<div class="control wide">
      <span class="quiet">${label}</span>
      <wf-encoding-toggles
        id="encodings"
        .toggles=${[
          ...presets.map((preset) => ({ name: preset.name, label: preset.label[language] })),
          { name: OWN, label: ownTitle[language] },
        ]}
        .on=${on}
        .fewest=${FEWEST}
        .most=${MOST}
        .label=${label}
        @toggles=${({ detail }: TogglesEvent) => change({ encodings: detail.join(' '), ...formulaAmong(detail) })}
      ></wf-encoding-toggles>
    </div>`,
    drawing.own?.control({ state, language, commits: 'done', onChange: change }) ?? nothing,
    html`<details class="more">
      <summary>${words.ownRuns}</summary>
      <div class="controls">${ownControls(at)}</div>
    </details>`,
    trainingOf(at.element).progress ? nothing : html`<div class="wide">${trainingStatus(at, drawing)}</div>`,
  ]
}

function ownControls({ element, state, words, change, complain }: Here) {
  const number = (id: 'trainLength' | 'seeds' | 'steps', min: number, max: number) =>
    numberControl({
      id,
      label: words[id],
      min,
      max,
      step: 1,
      value: state[id],
      onChange: (value) => value !== undefined && change({ [id]: Math.round(value) }),
    })
  const typed = (event: Event) => {
    const got = (event.target as HTMLInputElement).value.slice(0, 80)
    if (lengthsIn(got)) change({ testLengths: got })
    else complain({ name: 'testLengths', got, wanted: words.testLengthsWanted, used: state.testLengths })
  }
  const training = trainingOf(element)
  const has = training.kept.some(({ task }) => task === state.task)
  return [
    number('trainLength', 1, 64),
    html`<div class="control">
      <label for="testLengths">${words.testLengths}</label>
      <input
        id="testLengths"
        type="text"
        inputmode="numeric"
        aria-describedby="testLengths-help"
        .value=${liveUnlessTyped(state.testLengths)}
        @change=${typed}
      />
      <span class="help" id="testLengths-help">${words.testLengthsHelp}</span>
    </div>`,
    number('seeds', 1, 5),
    number('steps', 10, 5000),
    has
      ? html`<p class="control">
          <button type="button" class="forget" @click=${() => training.forget(state.task)}>${words.forget}</button>
        </p>`
      : nothing,
  ]
}
