// The question of a chapter: once the reader has chosen, or asks to be shown, the figure answers; then words appear in the room that was
// kept for them.

/** On the question, when the figure shall answer. */
export const ANSWERED = 'wf-answered'

/** How long the figure has before the words come; as long as it moves. */
const FIGURE_FIRST = 1400
const still = matchMedia('(prefers-reduced-motion: reduce)')

export function startAsks(): void {
  for (const asks of document.querySelectorAll<HTMLElement>('.asks')) {
    const answers = [...asks.querySelectorAll<HTMLButtonElement>('.options button')]
    const show = (chosen: HTMLButtonElement | undefined) => {
      for (const answer of answers) answer.ariaPressed = String(answer === chosen)
      asks.dispatchEvent(new CustomEvent(ANSWERED, { bubbles: true }))
      setTimeout(() => asks.classList.add('answered'), still.matches ? 0 : FIGURE_FIRST)
    }
    for (const answer of answers) answer.addEventListener('click', () => show(answer))
    asks.querySelector('.see')?.addEventListener('click', () => show(undefined))
  }
}
