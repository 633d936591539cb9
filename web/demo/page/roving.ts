// Several controls that are one stop for Tab: the arrow keys lead from one to the next, and the one that has focus is the stop.

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

export function makeOneStop(controls: readonly HTMLElement[], around: HTMLElement): void {
  const choose = (stop: HTMLElement | undefined) => {
    for (const control of controls) control.tabIndex = control === stop ? 0 : -1
  }
  choose(controls[0])
  around.addEventListener('keydown', (event) => {
    const next = nextOf(controls, event)
    if (!next) return
    event.preventDefault()
    choose(next)
    next.focus()
  })
  around.addEventListener('focusin', ({ target }) => {
    if (controls.includes(target as HTMLElement)) choose(target as HTMLElement)
  })
}

function nextOf(controls: readonly HTMLElement[], event: KeyboardEvent): HTMLElement | undefined {
  const at = controls.indexOf(event.target as HTMLElement)
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return undefined
  if (event.key === 'Home') return controls[0]
  if (event.key === 'End') return controls.at(-1)
  const step = STEPS[event.key]
  return step === undefined ? undefined : controls[at + step]
}
