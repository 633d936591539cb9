// The bar of the contents gives way to the buttons of a figure, which lie in its upper corner: where both would meet, the bar is out of
// sight until the reader scrolls on. The keyboard reaches it all the same.

/** Height of the buttons of a figure, one below the other where it is narrow. */
const BUTTONS = 96

export function giveWay(bar: HTMLElement): void {
  const seen = new Set<Element>()
  const look = () => {
    const { bottom } = (bar.querySelector('summary') ?? bar).getBoundingClientRect()
    const meets = (figure: Element) => {
      const { top } = figure.getBoundingClientRect()
      return top < bottom && top > -BUTTONS
    }
    bar.classList.toggle('aside', [...seen].some(meets))
  }
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target)
      else seen.delete(target)
    }
    look()
  })
  for (const figure of document.querySelectorAll('.live')) observer.observe(figure)
  addEventListener('scroll', look, { passive: true })
  addEventListener('resize', look)
}
