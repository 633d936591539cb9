// Which questions were answered, and how; kept on the reader's machine. Where storage is forbidden it lasts as long as the page.

const KEY = 'whereformer-questions'

/** On the document, after every change. */
export const CHANGED = 'wf-progress'

export interface Kept {
  /** Counted from 1. */
  readonly answer: number
  readonly right: boolean
}

type Answers = Readonly<Record<string, Kept>>

/** Answers on a page without storage. */
let here: Answers = {}

export function answers(): Answers {
  try {
    const text = localStorage.getItem(KEY)
    return text === null ? here : readAnswers(text)
  } catch {
    return here
  }
}

/** Whatever else stands there counts as nothing. */
function readAnswers(text: string): Answers {
  try {
    const found: unknown = JSON.parse(text)
    if (typeof found !== 'object' || found === null) return {}
    return Object.fromEntries(Object.entries(found).filter(([, value]) => isKept(value)))
  } catch {
    return {}
  }
}

function isKept(value: unknown): value is Kept {
  const { answer, right } = (value ?? {}) as Partial<Kept>
  return Number.isInteger(answer) && typeof right === 'boolean'
}

export const kept = (id: string): Kept | undefined => {
  const all = answers()
  return Object.hasOwn(all, id) ? all[id] : undefined
}

export function keep(id: string, answer: Kept): void {
  write({ ...answers(), [id]: answer })
}

export function forget(ids: readonly string[]): void {
  write(Object.fromEntries(Object.entries(answers()).filter(([id]) => !ids.includes(id))))
}

function write(next: Answers): void {
  here = next
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // a frame without storage
  }
  document.dispatchEvent(new CustomEvent(CHANGED))
}
