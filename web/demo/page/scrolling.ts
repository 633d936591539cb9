// Makes horizontally scrollable boxes focusable, and no others. Sections far away have no layout yet (content-visibility): until they
// have, all of their boxes are focusable.

/** Larger than any page: everything with a layout intersects. */
const EVERYWHERE = '1000000px'

export function startScrolling(): void {
  const laidOut = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) laidOut.add(target)
        else laidOut.delete(target)
        if (isIntersecting) markStop(target)
      }
    },
    { rootMargin: EVERYWHERE },
  )
  for (const element of document.querySelectorAll('.scroll')) {
    element.setAttribute('tabindex', '0')
    observer.observe(element)
  }
  const remark = () => laidOut.forEach(markStop)
  addEventListener('resize', () => requestAnimationFrame(remark))
  document.fonts.ready.then(remark)
}

function markStop(element: Element): void {
  if (element.scrollWidth > element.clientWidth + 1) element.setAttribute('tabindex', '0')
  else if (element !== document.activeElement) element.removeAttribute('tabindex')
}
