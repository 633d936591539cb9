// Where a canvas can be drawn.

/** jsdom has canvas elements without a drawing context. */
export function canDraw(): boolean {
  return typeof CanvasRenderingContext2D !== 'undefined'
}
