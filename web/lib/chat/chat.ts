// What callers see of chats.

import { fieldOf, isList, reading } from '../boundary/checks.js'
import { type ChatFiles, chatParts, type Given } from './chat-parts.js'
import type { OpenRenderer } from './renderer.js'

/** A message, as chat templates take it: more fields are handed to the template. */
export interface ChatMessage {
  role: string
  content?: string | readonly object[] | null
  readonly [field: string]: unknown
}

export interface ChatOptions {
  /** A template in place of the model's: its text, or the name of one of several; `default` by default. */
  template?: string
  /** What the template is given besides messages and special tokens: `tools`, `documents`, `enable_thinking` … */
  variables?: Readonly<Record<string, unknown>>
}

export interface ApplyChatTemplateOptions extends ChatOptions {
  /** Adds the beginning of an answer; false when absent, as in transformers. */
  addGenerationPrompt?: boolean
}

export class Chat {
  readonly #files: ChatFiles
  readonly #open: OpenRenderer

  constructor({ tokenizerConfig, chatTemplate, ofFile }: ChatFiles, open: OpenRenderer) {
    this.#files = { tokenizerConfig, chatTemplate, ofFile }
    this.#open = open
  }

  /** The text of messages. */
  async text(messages: unknown, given: Given): Promise<string> {
    const { textOfChat } = await this.#open()
    return textOfChat(this.#files, messages, given, chatParts)
  }
}

export const NO_CHAT = 'chat: the model of a trainer has no chat template'

/** Is the input of a generation a chat? */
export function isChat(input: unknown): boolean {
  if (!isList(input, 'inputIds')) return false
  const first = reading('inputIds', () => (input as unknown[])[0])
  return typeof first === 'object' && first !== null && fieldOf(first, 'role', 'messages[0]') !== undefined
}
