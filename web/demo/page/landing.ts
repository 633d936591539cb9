// A shared link names one figure: the page opens there. When the reader comes back, the browser knows better where they were.

/** Pixels by which a figure may be off without anybody having scrolled: positions are rounded. */
const ROUNDED = 2

export function startLanding(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type === 'navigate') land()
}

function land(): void {
  const [name, ...others] = new URLSearchParams(location.hash.slice(1)).keys()
  if (!name || others.length) return
  const figure = document.getElementById(name)
  if (figure?.matches('.live')) hold(figure, document.body)
}

/** What a reader does before the page moves at their wish, by however much it grows then. */
const ACTS = ['pointerdown', 'touchstart', 'wheel', 'keydown', 'hashchange']

/** Figures above come alive and grow: the named one stays in its place until the reader acts, or scrolls, which changes no height. */
function hold(figure: HTMLElement, page: HTMLElement): void {
  const top = () => figure.getBoundingClientRect().top
  let placed = { top: 0, height: 0 }
  const held = new AbortController()
  const place = () => {
    if (held.signal.aborted) return
    figure.scrollIntoView()
    placed = { top: top(), height: page.offsetHeight }
  }
  // not at once: what scrolls into view is laid out, and the page would grow while its growth is being told
  const growth = new ResizeObserver(() => requestAnimationFrame(place))
  const release = () => {
    growth.disconnect()
    held.abort()
  }
  const hasMoved = () => page.offsetHeight === placed.height && Math.abs(top() - placed.top) > ROUNDED
  const listening = { passive: true, capture: true, signal: held.signal }
  for (const act of ACTS) addEventListener(act, release, listening)
  addEventListener('scroll', () => hasMoved() && release(), listening)
  growth.observe(page)
}
