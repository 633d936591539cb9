// Expecting refusals: the one error class, a code, and words of the message.

import { expect } from 'vitest'

export interface Refusal {
  name: string
  code: string
  message: string
}

export function refusalOf(attempt: () => unknown): Refusal {
  try {
    attempt()
  } catch (error) {
    return error as Refusal
  }
  return expect.fail('expected a WhereformerError, but nothing was thrown')
}

export async function rejectionOf(attempt: Promise<unknown> | (() => Promise<unknown>)): Promise<Refusal> {
  try {
    await (typeof attempt === 'function' ? attempt() : attempt)
  } catch (error) {
    return error as Refusal
  }
  return expect.fail('expected a rejection with a WhereformerError')
}

/** `words` must all appear in the message. */
export function expectError(error: Refusal, code: string, ...words: string[]): void {
  expect(error.name, String(error)).toBe('WhereformerError')
  for (const word of words) expect(error.message).toContain(word)
  expect(error.code, error.message).toBe(code)
}

export function expectRefusal(attempt: () => unknown, code: string, ...words: string[]): void {
  expectError(refusalOf(attempt), code, ...words)
}

export async function expectRejection(
  attempt: Promise<unknown> | (() => Promise<unknown>),
  code: string,
  ...words: string[]
): Promise<void> {
  expectError(await rejectionOf(attempt), code, ...words)
}
