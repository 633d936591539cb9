// A part of a drawing that can be dragged, and moved by keys.

export interface Handle {
  /** The pointer is here, in pixels of the window. */
  onDrag: (x: number, y: number) => void
  /** @returns whether the key means something here */
  onKey: (key: string) => boolean
}

export function makeHandle(node: SVGElement, { onDrag, onKey }: Handle): void {
  node.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    node.setPointerCapture(event.pointerId)
    node.focus({ preventScroll: true })
    event.preventDefault() // no selection of text
  })
  node.addEventListener('pointermove', (event) => {
    if (node.hasPointerCapture(event.pointerId)) onDrag(event.clientX, event.clientY)
  })
  node.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !onKey(event.key)) return
    event.preventDefault()
  })
}

/** Sets what has changed. */
export function set(node: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value)
    if (node.getAttribute(name) !== text) node.setAttribute(name, text)
  }
}

export function say(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text
}

/** The nodes of a drawing by their class; each is there. */
export function finder(root: ParentNode): <T extends Element = SVGElement>(selector: string) => T {
  return <T extends Element>(selector: string) => {
    const node = root.querySelector<T>(selector)
    if (!node) throw new Error(`the drawing has no ${selector}`)
    return node
  }
}
