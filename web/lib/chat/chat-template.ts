// Messages to the text that a model was trained on: which template, and what it is given. A file of its own, which comes with the first
// chat: it imports nothing of the package that runs, and is given what it needs of it (ADR 39).

import type { ChatFiles, ChatParts, Given } from './chat-parts.js'
import { render } from './render.js'

export function textOfChat(files: ChatFiles, messages: unknown, given: Given, parts: ChatParts): string {
  return new Chats(parts).text(files, messages, given)
}

class Chats {
  readonly #parts: ChatParts

  constructor(parts: ChatParts) {
    this.#parts = parts
  }

  text({ tokenizerConfig, chatTemplate, ofFile = {} }: ChatFiles, messages: unknown, given: Given): string {
    const { fieldsOf, flagOf, messageOf, WhereformerError } = this.#parts
    const { template, variables, addGenerationPrompt } = given
    const config = tokenizerConfig === undefined ? {} : fieldsOf(tokenizerConfig, 'tokenizerConfig')
    const own = fieldsOf(ofFile, 'weights')
    const at = 'options.variables'
    const known = {
      ...this.#specialTokens({ ...own, ...config }),
      ...(variables !== undefined && fieldsOf(this.#plain(variables, at), at)),
      messages: this.#messages(messages),
      add_generation_prompt:
        addGenerationPrompt !== undefined && flagOf(addGenerationPrompt, 'options.addGenerationPrompt'),
    }
    const said = chatTemplate ?? config.chat_template ?? undefined
    const templates =
      said === undefined
        ? this.#templates(own.chat_template, 'weights, tokenizer.chat_template')
        : this.#templates(said, 'tokenizerConfig.chat_template')
    const text = this.#chosen(templates, template)
    try {
      return render(text, known, new Date())
    } catch (cause) {
      throw new WhereformerError('ERR_VALUE', `the chat template: ${messageOf(cause)}`, { cause })
    }
  }

  #chosen(templates: ReadonlyMap<string, string>, given: unknown): string {
    const { refuse, show, textOf } = this.#parts
    const wanted = given === undefined ? 'default' : textOf(given, 'options.template')
    const named = templates.get(wanted)
    if (named !== undefined) return named
    if (/\{[{%]/.test(wanted)) return wanted
    const names = [...templates.keys()]
    const has = names.length > 0 ? `one of: ${names.join(', ')}; or ` : ''
    const reason = `${has}the text of a template, or tokenizerConfig or chatTemplate of loadModel()`
    const got = given === undefined ? 'none, and the model has none' : show(given)
    throw refuse('ERR_UNSUPPORTED', 'options.template', got, reason)
  }

  #messages(value: unknown): unknown {
    const { fieldOf, itemsOf, refuse, textOf } = this.#parts
    const messages = itemsOf(this.#plain(value, 'messages'), 'messages', 'a list of messages')
    if (messages.length === 0) throw refuse('ERR_SHAPE', 'messages', 'no message', 'at least one')
    return messages.map((message, i) => {
      textOf(fieldOf(message, 'role', `messages[${i}]`), `messages[${i}].role`)
      return asInTransformers(message as object)
    })
  }

  /** A copy of what JSON holds of a value: no template calls a function of the caller's. */
  #plain(value: unknown, argument: string): unknown {
    const { reading, requireShallow } = this.#parts
    requireShallow(value, argument)
    return reading(argument, () => JSON.parse(JSON.stringify(value) ?? 'null'))
  }

  #templates(given: unknown, argument: string): ReadonlyMap<string, string> {
    const { fieldOf, isList, itemsOf, textOf } = this.#parts
    if (given === undefined) return new Map()
    if (!isList(given, argument)) return new Map([['default', textOf(given, argument)]])
    return new Map(
      itemsOf(given, argument, 'a list of templates').map((one, i) => {
        const at = `${argument}[${i}]`
        const text = (field: string) => textOf(fieldOf(one, field, at), `${at}.${field}`)
        return [text('name'), text('template')]
      }),
    )
  }

  /** bos_token and the like, as text. */
  #specialTokens(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const textIn = (value: unknown) =>
      typeof value === 'object' && value !== null
        ? this.#parts.fieldOf(value, 'content', 'tokenizerConfig')
        : value
    const tokens = Object.entries(config).filter(([name]) => name.endsWith('_token'))
    return Object.fromEntries(
      tokens.map(([name, value]) => [name, textIn(value)]).filter(([, text]) => typeof text === 'string'),
    )
  }
}

/** Without fields that are null, and with what was thought under the names that templates read. */
function asInTransformers(message: object): object {
  const said = Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null))
  const thought = said.reasoning_content ?? said.thinking ?? said.reasoning
  return thought === undefined ? said : { thinking: thought, ...said, reasoning_content: thought }
}
