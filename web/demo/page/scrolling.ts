// What scrolls sideways can be reached by the keyboard; what does not is no stop on the way. Sections that are far away have no layout yet,
// so nobody knows of what is in them: until they have, all of it is a stop.

export function startScrolling(): void {
  const elements = document.querySelectorAll('.scroll, pre.code')
  for (const element of elements) element.setAttribute('tabindex', '0')
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth + 1) target.setAttribute('tabindex', '0')
      else if (target !== document.activeElement) target.removeAttribute('tabindex')
    }
  })
  afterFirstFrame(() => {
    for (const element of elements) observer.observe(element)
  })
}

/** In their first frame sections that are near get their layout in two steps, which WebKit reports as an error of observers. */
function afterFirstFrame(start: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(start))
}
