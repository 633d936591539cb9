// One line on a terminal that says how far the runs are; on a file, a line for each run that ended; quiet, only what went wrong.

import type { LabReport } from '../lab/exports.js'
import type { Terminal } from './terminal.js'

export class Progress {
  readonly #terminal: Terminal
  readonly #quiet: boolean
  readonly #steps: number
  readonly #done = new Map<string, number>()
  readonly #runs: number
  #ended = 0

  constructor(terminal: Terminal, runs: number, steps: number, quiet: boolean) {
    this.#terminal = terminal
    this.#quiet = quiet
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
    else if (report.kind === 'finish') this.#end(`${run}finished`, this.#quiet)
  }

  /** Removes the line of progress. */
  clear(): void {
    if (!this.#quiet) this.#terminal.clearLine()
  }

  #show(text: string): void {
    const steps = [...this.#done.values()].reduce((sum, step) => sum + step, 0)
    const share = Math.floor((100 * steps) / (this.#runs * this.#steps))
    if (this.#quiet || !this.#terminal.isTTY) return
    this.#terminal.clearLine()
    this.#terminal.write(`${share} % · ${text}`)
  }

  #end(text: string, quiet = false): void {
    this.#ended += 1
    if (!quiet) this.#line(`${text} (${this.#ended} of ${this.#runs})`)
  }

  #line(text: string): void {
    this.clear()
    this.#terminal.write(`${text}\n`)
  }
}
