// What these tests need of a browser. Each engine has it: firefox/, webkit/.

import type { Point } from './figure.js'

/** A document. */
export interface View {
  /** What an expression gives in the document, as JSON. A promise is waited for. */
  run(expression: string): Promise<unknown>
}

/** A window with a page in it. One call at a time. */
export interface Page extends View {
  url(): Promise<string>
  /** The document of the first frame that matches. */
  frame(selector: string): Promise<View>
  click(point: Point): Promise<void>
  /** Keys that are held together, the first one longest. */
  press(...keys: readonly Key[]): Promise<void>
  type(text: string): Promise<void>
  /** Clicks a link to another page and waits until that one is there. */
  follow(selector: string): Promise<void>
  /** Errors and warnings so far. */
  complaints(): Promise<readonly string[]>
  close(): Promise<void>
}

export type Key = 'ArrowDown' | 'ArrowRight' | 'Control' | 'End' | 'a'

/** A browser without a window on the screen. */
export interface Engine {
  /** Where it saves what a page offers. */
  readonly downloads: string
  /** HTML with which every document of the tests begins, for an engine that cannot listen to a page from outside. */
  readonly head: string
  open(address: string): Promise<Page>
  close(): Promise<void>
}

/** Limit of waiting for a browser in milliseconds; the machine may have other things to do. */
export const PATIENCE = 120_000

/** A function that is called inside of a document: it sees nothing of its surroundings here. */
type Inside<Parameters extends readonly unknown[], Result> = (...args: Parameters) => Result

/** @param args JSON */
export function call<Args extends readonly unknown[], Result>(
  view: View,
  inside: Inside<Args, Result>,
  ...args: Args
): Promise<Awaited<Result>> {
  return callOn(view, [], inside, ...args)
}

/** @param found expressions for what the function gets before its JSON */
export async function callOn<Result>(
  view: View,
  found: readonly string[],
  inside: (...args: never) => Result,
  ...args: readonly unknown[]
): Promise<Awaited<Result>> {
  const list = [...found, ...args.map((argument) => JSON.stringify(argument))].join(', ')
  return (await view.run(`(${inside})(${list})`)) as Awaited<Result>
}
