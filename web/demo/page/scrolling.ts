// What scrolls sideways can be reached by the keyboard; what does not is no stop on the way. Sections that are far away have no layout yet,
// so nobody knows of what is in them: until they have, all of it is a stop.

export function startScrolling(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth + 1) target.setAttribute('tabindex', '0')
      else if (target !== document.activeElement) target.removeAttribute('tabindex')
    }
  })
  for (const element of document.querySelectorAll('.scroll, pre.code')) {
    element.setAttribute('tabindex', '0')
    observer.observe(element)
  }
}
