// Arguments whose values are formulas, which may begin with a minus.

const FORMULAS = ['--bias', '--frequencies']

/** Arguments in which a formula hangs on its option: `--bias -abs(d)` would be two options to parseArgs. */
export function joined(args: readonly string[]): string[] {
  const all: string[] = []
  for (const argument of args) {
    const option = all.at(-1) ?? ''
    const isValue = FORMULAS.includes(option) && argument.startsWith('-') && !argument.startsWith('--')
    if (isValue) all.splice(-1, 1, `${option}=${argument}`)
    else all.push(argument)
  }
  return all
}
