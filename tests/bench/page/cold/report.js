// The first result is there: Node reads the clock when it hears this line.

export function report(output) {
  if (!(output.length > 0 && output.every(Number.isFinite))) throw new Error('the first result is wrong')
  console.log('first result')
}
