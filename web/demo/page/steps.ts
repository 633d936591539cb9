// Steps set the figure that stays beside them. The text sets a setting only when a step becomes current; between steps the reader's hand
// does as it likes, and what a step took from it comes back with one tap.

type State = Record<string, unknown>
type Figure = HTMLElement & { state: State }

/** The part of the window above which a step counts as read: beside a figure, and under one. */
const BESIDE = 0.5
const UNDER = 0.7
const wide = matchMedia('(min-width: 1100px)')

export function startSteps(): void {
  for (const staged of document.querySelectorAll<HTMLElement>('.staged')) new Stage(staged).start()
}

class Stage {
  readonly #figure: Figure
  readonly #steps: readonly HTMLElement[]
  readonly #back: HTMLButtonElement
  #current = -1
  /** What the reader set, until a step names it. */
  #own: State = {}
  #before: State = {}
  #taken: State = {}
  #asked = false

  constructor(staged: HTMLElement) {
    this.#figure = staged.querySelector('.stage > *') as Figure
    this.#steps = [...staged.querySelectorAll<HTMLElement>('.step')]
    this.#back = staged.querySelector('.back') as HTMLButtonElement
  }

  start(): void {
    addEventListener('scroll', () => this.#look(), { passive: true })
    addEventListener('resize', () => this.#look())
    this.#figure.addEventListener('wf-state', () => this.#remember())
    this.#back.addEventListener('click', () => this.#giveBack())
    for (const [index, step] of this.#steps.entries())
      step.querySelector('.mark')?.addEventListener('click', () => this.#set(index))
    this.#look()
  }

  /** Once a frame. */
  #look(): void {
    if (this.#asked) return
    this.#asked = true
    requestAnimationFrame(() => {
      this.#asked = false
      this.#follow()
    })
  }

  #follow(): void {
    const line = innerHeight * (wide.matches ? BESIDE : UNDER)
    const reached = this.#steps.filter((step) => step.getBoundingClientRect().top < line).length - 1
    if (reached !== this.#current) this.#set(reached)
  }

  /** After a jump all steps up to it apply. */
  #set(index: number): void {
    this.#steps[this.#current]?.classList.remove('current')
    this.#current = index
    this.#steps[index]?.classList.add('current')
    const changes: State = {}
    for (const step of this.#steps.slice(0, index + 1)) Object.assign(changes, stateOf(step))
    if (index >= 0) this.#apply({ ...changes, ...this.#kept(index) })
  }

  /** The reader's settings that the new step does not name. */
  #kept(index: number): State {
    const named = stateOf(this.#steps[index])
    const [taken, kept] = [pick(this.#own, (key) => key in named), pick(this.#own, (key) => !(key in named))]
    this.#own = kept
    this.#taken = taken
    this.#back.hidden = Object.keys(taken).length === 0
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
