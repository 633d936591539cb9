// Documents without pictures, as those of jsdom, have elements called canvas that nothing can be drawn on.

export function canDraw(): boolean {
  return typeof CanvasRenderingContext2D !== 'undefined'
}
