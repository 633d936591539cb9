// Steps set the figure that stays beside them. The text sets a setting only when a step becomes current; between steps the reader's hand
// does as it likes, and what a step took from it comes back with one tap.

import { stateIn } from '../../elements/parts/figure/fragment.js'
import { ANSWERED } from './asks.js'

type State = Record<string, unknown>
type Figure = HTMLElement & { state: State }

/** The part of the window above which a step counts as read: beside a figure, and under one. */
const BESIDE = 0.5
const UNDER = 0.7
const wide = matchMedia('(min-width: 1000px)')

/** What a reader does before the text may take settings that came with the address. */
const ACTS = ['pointerdown', 'touchstart', 'wheel', 'keydown']

export function startSteps(): void {
  for (const chapter of document.querySelectorAll<HTMLElement>('.chapter')) new Stage(chapter).start()
}

class Stage {
  readonly #chapter: HTMLElement
  readonly #stage: HTMLElement
  readonly #figure: Figure
  readonly #steps: readonly HTMLElement[]
  readonly #back: HTMLButtonElement
  #current = -1
  /** The last step that was scrolled to: one that was tapped holds until the reader comes to another. */
  #reached = -1
  /** What the reader set, until a step names it. */
  #own: State = {}
  #before: State = {}
  #taken: State = {}
  #asked = false
  /** The address has settings for the figure, and the reader has done nothing yet. */
  #linked: boolean

  constructor(chapter: HTMLElement) {
    this.#chapter = chapter
    this.#stage = chapter.querySelector('.stage') as HTMLElement
    this.#figure = this.#stage.firstElementChild as Figure
    this.#steps = [...chapter.querySelectorAll<HTMLElement>('.step')]
    this.#back = chapter.querySelector('.back') as HTMLButtonElement
    this.#linked = stateIn(location.hash, this.#figure.id) !== undefined
  }

  start(): void {
    addEventListener('scroll', () => this.#look(), { passive: true })
    addEventListener('resize', () => {
      this.#look()
      this.#fit()
    })
    this.#figure.addEventListener('wf-state', () => this.#remember())
    this.#back.addEventListener('click', () => this.#giveBack())
    for (const [index, step] of this.#steps.entries()) {
      step.querySelector('.mark')?.addEventListener('click', () => this.#choose(index))
      step.addEventListener(ANSWERED, () => this.#answer(step, index))
    }
    for (const act of ACTS)
      addEventListener(act, () => this.#letGo(), { once: true, passive: true, capture: true })
    new ResizeObserver(() => this.#fit()).observe(this.#stage)
    void customElements.whenDefined(this.#figure.localName).then(() => this.#look())
  }

  #letGo(): void {
    this.#linked = false
  }

  /** A figure that is too high to stay scrolls by itself beside its text; above it, where a stage is as high as it may be, with the text. */
  #fit(): void {
    const { insetBlockStart, minHeight } = getComputedStyle(this.#stage)
    const most = wide.matches
      ? innerHeight - Number.parseFloat(insetBlockStart)
      : Number.parseFloat(minHeight)
    this.#stage.classList.toggle('tall', this.#stage.scrollHeight > Math.ceil(most))
  }

  /** Once a frame. */
  #look(): void {
    if (this.#asked || !customElements.get(this.#figure.localName)) return
    this.#asked = true
    requestAnimationFrame(() => {
      this.#asked = false
      this.#follow()
    })
  }

  #follow(): void {
    const reached = this.#scrolledTo()
    if (reached === this.#reached) return
    this.#reached = reached
    if (reached !== this.#current) this.#set(reached)
  }

  /** The first step holds from the start, so that the figure does not answer before it is asked. Steps of chapters far away are not measured. */
  #scrolledTo(): number {
    const line = innerHeight * (wide.matches ? BESIDE : UNDER)
    const { top, bottom } = this.#chapter.getBoundingClientRect()
    if (top >= line) return 0
    if (bottom < line) return this.#steps.length - 1
    const above = this.#steps.filter((step) => step.getBoundingClientRect().top < line).length
    return Math.max(above - 1, 0)
  }

  #choose(index: number): void {
    this.#reached = this.#scrolledTo()
    this.#set(index)
  }

  /** After a jump all steps up to it apply. */
  #set(index: number): void {
    this.#steps[this.#current]?.classList.remove('current')
    this.#current = index
    this.#steps[index]?.classList.add('current')
    if (this.#linked) {
      this.#own = { ...this.#figure.state }
      return
    }
    const changes: State = {}
    for (const step of this.#steps.slice(0, index + 1)) Object.assign(changes, stateOf(step))
    this.#apply({ ...changes, ...this.#kept(index) })
  }

  /** From now on the question has the state of its answer. */
  #answer(step: HTMLElement, index: number): void {
    step.dataset.state = step.dataset.shows ?? '{}'
    this.#letGo()
    this.#choose(index)
  }

  /** The reader's settings that the new step does not name. */
  #kept(index: number): State {
    const named = stateOf(this.#steps[index])
    const [taken, kept] = [pick(this.#own, (key) => key in named), pick(this.#own, (key) => !(key in named))]
    this.#own = kept
    this.#taken = taken
    this.#back.hidden = Object.keys(taken).length === 0
    this.#steps[index]?.append(this.#back) // in the room below it, over no text
    return kept
  }

  #apply(changes: State): void {
    this.#figure.state = { ...this.#figure.state, ...changes }
    this.#before = { ...this.#figure.state }
  }

  /** The reader changed the figure. */
  #remember(): void {
    const now = { ...this.#figure.state }
    for (const key of new Set([...Object.keys(now), ...Object.keys(this.#before)]))
      if (JSON.stringify(now[key]) !== JSON.stringify(this.#before[key])) this.#own[key] = now[key]
    this.#before = now
  }

  #giveBack(): void {
    this.#own = { ...this.#own, ...this.#taken }
    this.#apply(this.#taken)
    this.#taken = {}
    this.#back.hidden = true
  }
}

const stateOf = (step: HTMLElement | undefined): State => JSON.parse(step?.dataset.state ?? '{}')

const pick = (state: State, wanted: (key: string) => boolean): State =>
  Object.fromEntries(Object.entries(state).filter(([key]) => wanted(key)))
