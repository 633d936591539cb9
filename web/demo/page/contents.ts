// The line of chapters in the header marks the one that is read.

/** The chapter that crosses this line is the one that is read. */
const READING_LINE = '-30% 0px -70% 0px'

export function startContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.chapters a')]
  const mark = (chapter: Element | undefined) => {
    const id = chapter?.getAttribute('aria-labelledby')
    for (const link of links) {
      if (link.hash === `#${id}`) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  const chapters = document.querySelectorAll('.chapter')
  const isAbove = () => (chapters[0]?.getBoundingClientRect().top ?? 0) > 0.3 * innerHeight
  const observer = new IntersectionObserver(
    (entries) => {
      // Several scrolls may be told at once, the latest last.
      const here = entries.filter(({ isIntersecting }) => isIntersecting).at(-1)
      if (isAbove()) mark(undefined)
      else if (here) mark(here.target)
    },
    { rootMargin: READING_LINE },
  )
  for (const chapter of chapters) observer.observe(chapter)
}
