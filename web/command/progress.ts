// One line on a terminal that says how far the runs are; on a file, a line for each run that ended.

import type { LabReport } from '../lab/exports.js'

export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
}

export class Progress {
  readonly #output: Output
  readonly #steps: number
  readonly #done = new Map<string, number>()
  readonly #runs: number
  #ended = 0

  constructor(output: Output, runs: number, steps: number) {
    this.#output = output
    this.#runs = runs
    this.#steps = steps
  }

  hear(report: LabReport): void {
    if (report.kind === 'results') return
    const run = report.encoding === undefined ? '' : `${report.encoding}, seed ${report.seed}: `
    if (report.kind === 'step') {
      this.#done.set(run, report.step)
      this.#show(
        `${run}step ${report.step}, loss ${report.loss.toFixed(4)}, accuracy ${report.accuracy.toFixed(3)}`,
      )
    } else if (report.kind === 'warning') this.#line(`${run}${report.message}`)
    else if (report.kind === 'failure') this.#end(`${run}${report.error.message}`)
    else if (report.kind === 'finish') this.#end(`${run}finished`)
  }

  /** Removes the line. */
  clear(): void {
    if (this.#output.isTTY) this.#output.write('\r\u001b[K')
  }

  #show(text: string): void {
    const steps = [...this.#done.values()].reduce((sum, step) => sum + step, 0)
    const share = Math.floor((100 * steps) / (this.#runs * this.#steps))
    if (this.#output.isTTY) this.#output.write(`\r\u001b[K${share} % · ${text}`)
  }

  #end(text: string): void {
    this.#ended += 1
    this.#line(`${text} (${this.#ended} of ${this.#runs})`)
  }

  #line(text: string): void {
    this.clear()
    this.#output.write(`${text}\n`)
  }
}
