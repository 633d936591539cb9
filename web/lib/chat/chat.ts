// Messages to the text that a model was trained on: which template, and what it is given.

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

const CHAT_OPTIONS = ['template', 'variables'] as const
export const APPLY_OPTIONS = [...CHAT_OPTIONS, 'addGenerationPrompt'] as const

/** Not checked yet. */
type Given = Readonly<Partial<Record<(typeof APPLY_OPTIONS)[number], unknown>>>

/** What a model says of its chats. */
interface ChatFiles {
  /** The parsed tokenizer_config.json. */
  tokenizerConfig?: unknown
  /** The text of chat_template.jinja, which goes before that of the config. */
  chatTemplate?: unknown
}

export class Chat {
  readonly #templates: ReadonlyMap<string, string>
  readonly #tokens: Readonly<Record<string, unknown>>
  readonly #open: OpenRenderer

  constructor({ tokenizerConfig = {}, chatTemplate }: ChatFiles, open: OpenRenderer) {
    const config = fieldsOf(tokenizerConfig, 'tokenizerConfig')
    this.#templates = templatesIn(chatTemplate ?? config.chat_template)
    this.#tokens = specialTokens(config)
    this.#open = open
  }

  /** The text of checked messages. */
  async text(messages: unknown, { template, variables, addGenerationPrompt }: Given): Promise<string> {
    const given = {
      ...this.#tokens,
      ...(variables === undefined
        ? {}
        : fieldsOf(plain(variables, 'options.variables'), 'options.variables')),
      messages: messagesOf(messages),
      add_generation_prompt:
        addGenerationPrompt !== undefined && flagOf(addGenerationPrompt, 'options.addGenerationPrompt'),
    }
    const text = this.#templateOf(template)
    const { render } = await this.#open()
    try {
      return render(text, given, new Date())
    } catch (cause) {
      throw new WhereformerError('ERR_VALUE', `the chat template: ${messageOf(cause)}`, { cause })
    }
  }

  #templateOf(given: unknown): string {
    const wanted = given === undefined ? 'default' : textOf(given, 'options.template')
    const named = this.#templates.get(wanted)
    if (named !== undefined) return named
    if (/\{[{%]/.test(wanted)) return wanted
    const names = [...this.#templates.keys()]
    const has = names.length > 0 ? `one of: ${names.join(', ')}; or ` : ''
    const reason = `${has}the text of a template, or tokenizerConfig or chatTemplate of loadModel()`
    throw refuse(
      'ERR_UNSUPPORTED',
      'options.template',
      given === undefined ? 'none, and the model has none' : show(given),
      reason,
    )
  }
}

export const NO_CHAT = 'chat: the model of a trainer has no chat template'

/** Is the input of a generation a chat? */
export function isChat(input: unknown): boolean {
  if (!isList(input, 'inputIds')) return false
  const first = reading('inputIds', () => (input as unknown[])[0])
  return typeof first === 'object' && first !== null && fieldOf(first, 'role', 'messages[0]') !== undefined
}

function messagesOf(value: unknown): unknown {
  const messages = itemsOf(plain(value, 'messages'), 'messages', 'a list of messages')
  if (messages.length === 0) throw refuse('ERR_SHAPE', 'messages', 'no message', 'at least one')
  return messages.map((message, i) => {
    textOf(fieldOf(message, 'role', `messages[${i}]`), `messages[${i}].role`)
    return asInTransformers(message as object)
  })
}

/** Without fields that are null, and with what was thought under the names that templates read. */
function asInTransformers(message: object): object {
  const said = Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null))
  const thought = said.reasoning_content ?? said.thinking ?? said.reasoning
  return thought === undefined ? said : { thinking: thought, ...said, reasoning_content: thought }
}

/** A copy of what JSON holds of a value: no template calls a function of the caller's. */
function plain(value: unknown, argument: string): unknown {
  requireShallow(value, argument)
  return reading(argument, () => JSON.parse(JSON.stringify(value) ?? 'null'))
}

function templatesIn(given: unknown): ReadonlyMap<string, string> {
  const argument = 'tokenizerConfig.chat_template'
  if (given === undefined || given === null) return new Map()
  if (!isList(given, argument)) return new Map([['default', textOf(given, argument)]])
  return new Map(
    itemsOf(given, argument, 'a list of templates').map((one, i) => {
      const text = (field: string) =>
        textOf(fieldOf(one, field, `${argument}[${i}]`), `${argument}[${i}].${field}`)
      return [text('name'), text('template')]
    }),
  )
}

/** bos_token and the like, as text. */
function specialTokens(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const tokens = Object.entries(config).filter(([name]) => name.endsWith('_token'))
  const textIn = (value: unknown) =>
    typeof value === 'object' && value !== null ? fieldOf(value, 'content', 'tokenizerConfig') : value
  return Object.fromEntries(
    tokens.map(([name, value]) => [name, textIn(value)]).filter(([, text]) => typeof text === 'string'),
  )
}
