// When and where a picture is drawn.

/** jsdom has canvas elements without a drawing context. */
export function canDraw(): boolean {
  return typeof CanvasRenderingContext2D !== 'undefined'
}

/**
 * Draws as the next frame begins, once however often it is asked. The styles have to be known for a frame anyway; asked for them earlier, the
 * browser makes them for each figure that has just been rendered, one long task. A hidden page has no frames, and is drawn at once.
 */
export function onceAFrame(draw: () => void): () => void {
  let isAsked = false
  const start = () => {
    isAsked = false
    draw()
  }
  return () => {
    if (isAsked) return
    isAsked = true
    const soon = document.hidden ? queueMicrotask : requestAnimationFrame
    soon(start)
  }
}
