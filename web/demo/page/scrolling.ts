// What scrolls sideways can be reached by the keyboard; what does not is no stop on the way.

export function startScrolling(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth + 1) target.setAttribute('tabindex', '0')
      else target.removeAttribute('tabindex')
    }
  })
  for (const element of document.querySelectorAll('.scroll, pre.code')) observer.observe(element)
}
