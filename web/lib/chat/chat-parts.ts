// What a model says of its chats, and what the code for chat templates is given, since it imports nothing that runs (ADR 39).

import {
  fieldOf,
  fieldsOf,
  flagOf,
  isList,
  itemsOf,
  reading,
  requireShallow,
  textOf,
} from '../boundary/checks.js'
import { messageOf, refuse, show, WhereformerError } from '../boundary/errors.js'

const CHAT_OPTIONS = ['template', 'variables'] as const
export const APPLY_OPTIONS = [...CHAT_OPTIONS, 'addGenerationPrompt'] as const

/** Options that are not checked yet. */
export type Given = Readonly<Partial<Record<(typeof APPLY_OPTIONS)[number], unknown>>>

/** What a model says of its chats. */
export interface ChatFiles {
  /** The parsed tokenizer_config.json. */
  tokenizerConfig?: unknown
  /** The text of chat_template.jinja, which goes before that of the config. */
  chatTemplate?: unknown
  /** What the file of weights says of a tokenizer_config.json, where the others say nothing. */
  ofFile?: object | undefined
}

export const chatParts = {
  fieldOf,
  fieldsOf,
  flagOf,
  isList,
  itemsOf,
  messageOf,
  reading,
  refuse,
  requireShallow,
  show,
  textOf,
  WhereformerError,
}

export type ChatParts = typeof chatParts
