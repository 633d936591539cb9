// Chat templates give the text that transformers gives, within bounds, whatever a template tries; models answer chats.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChatMessage, Model } from 'whereformer'
import { Chat } from '../../web/lib/chat/chat.js'

import { openRenderer as notHere } from '../../web/lib/chat/not-here.js'
import { openRenderer } from '../../web/lib/chat/on-demand.js'
import { render } from '../../web/lib/chat/render.js'
import { expectRejection } from '../support/errors.js'
import { readJson } from '../support/golden.js'
import { hubServer, snapshotOf } from '../support/hub-server.js'
import { goldenModel, type ModelFolder, trainedFolder, trainedModels } from '../support/models.js'
import { loaded } from './support/loaded.js'
import { pretrained } from './support/pretrained.js'

interface Case {
  name: string
  template: string
  messages: ChatMessage[]
  options: { add_generation_prompt?: boolean; [variable: string]: unknown }
  text?: string
  error?: string
}

interface Golden {
  now: string
  tokens: Record<string, string>
  cases: Case[]
}

const golden = readJson<Golden>('chat-templates.json')
const [rope] = trainedModels as [ModelFolder]
const user = (content: string): ChatMessage => ({ role: 'user', content })
const chatOf = (template: unknown) => new Chat({ tokenizerConfig: { chat_template: template } }, openRenderer)

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(golden.now), toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('the text of transformers', () => {
  const tokenizerConfig = { ...golden.tokens, eos_token: { content: golden.tokens.eos_token }, other: 1 }

  test.each(golden.cases.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const chat = new Chat({ tokenizerConfig, chatTemplate: one.template }, openRenderer)
    const { add_generation_prompt: addGenerationPrompt, ...variables } = one.options
    const made = chat.text(one.messages, { variables, ...(addGenerationPrompt && { addGenerationPrompt }) })
    if (one.error === undefined) expect(await made).toBe(one.text)
    else await expectRejection(made, 'ERR_VALUE', 'the chat template', one.error)
  })
})

describe('which template', () => {
  const two = [
    { name: 'default', template: 'A{{ messages[0].content }}' },
    { name: 'tool_use', template: 'B' },
  ]

  test('the one named default, another by its name, or one that is given', async () => {
    const chat = chatOf(two)
    expect(await chat.text([user('x')], {})).toBe('Ax')
    expect(await chat.text([user('x')], { template: 'tool_use' })).toBe('B')
    expect(await chat.text([user('x')], { template: '{{ bos_token is defined }}' })).toBe('false')
    expect(await chatOf('one').text([user('x')], {})).toBe('one')
  })

  test('the file goes before the config', async () => {
    const files = { tokenizerConfig: { chat_template: 'config' }, chatTemplate: 'file' }
    expect(await new Chat(files, openRenderer).text([user('x')], {})).toBe('file')
  })

  test('none is refused, and what is none', async () => {
    await expectRejection(
      chatOf(undefined).text([user('x')], {}),
      'ERR_UNSUPPORTED',
      'options.template',
      'none',
    )
    await expectRejection(
      chatOf(two).text([user('x')], { template: 'rag' }),
      'ERR_UNSUPPORTED',
      'rag',
      'tool_use',
    )
    await expectRejection(chatOf(7).text([user('x')], {}), 'ERR_TYPE', 'tokenizerConfig.chat_template')
    await expectRejection(
      chatOf([{ name: 'default' }]).text([user('x')], {}),
      'ERR_TYPE',
      'tokenizerConfig.chat_template[0].template',
    )
    await expectRejection(
      new Chat({ chatTemplate: '' }, notHere).text([user('x')], {}),
      'ERR_UNSUPPORTED',
      'import',
    )
  })

  test.each([
    [undefined, 'ERR_TYPE', 'messages'],
    [[], 'ERR_SHAPE', 'messages'],
    [['text'], 'ERR_TYPE', 'messages[0]'],
    [[{ content: 'a' }], 'ERR_TYPE', 'messages[0].role'],
    [[user('a'), { role: 7 }], 'ERR_TYPE', 'messages[1].role'],
  ] as const)('the messages %j are refused', async (messages, code, name) => {
    await expectRejection(chatOf('').text(messages, {}), code, name)
  })
})

describe('a template', () => {
  const text = (template: string, variables: Record<string, unknown> = {}) =>
    render(template, variables, new Date())

  test('reaches nothing of JavaScript', async () => {
    expect(text('{{ x.constructor is defined }}{{ x.__proto__ is defined }}', { x: {} })).toBe('falsefalse')
    let called = 0
    const message = { ...user('a'), call: () => called++ }
    const chat = chatOf('{% if messages[0].call is defined %}{{ messages[0].call() }}{% endif %}.')
    expect(await chat.text([message], {})).toBe('.')
    expect(called).toBe(0)
  })

  test.each([
    ['loops for ever', '{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}'],
    [
      'loops as good as for ever',
      '{% for a in range(999) %}{% for b in range(999) %}{% for c in range(999) %}{% endfor %}{% endfor %}{% endfor %}',
    ],
    [
      'calls itself twice',
      '{% macro f(n) %}{% if n > 0 %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}',
    ],
    ['counts far', '{% for i in range(1000000000) %}{% endfor %}'],
    ['counts nowhere', '{% for i in range(0, 1, 0) %}{% endfor %}'],
    [
      'doubles a text',
      "{% set ns = namespace(x='ab') %}{% for i in range(60) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
    ],
    [
      'doubles a list',
      '{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = ns.x + ns.x %}{% endfor %}',
    ],
    [
      'doubles by nesting',
      '{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x | tojson }}',
    ],
    ['contains itself', '{% set ns = namespace() %}{% set ns.x = [ns] %}{{ ns.x | tojson }}'],
    ['is deep', `{{ ${'('.repeat(100_000)}1${')'.repeat(100_000)} }}`],
    ['is long', ' '.repeat(300_000)],
    ['says much', "{% set x = 'abcdefgh' * 1 %}"],
    ['indents far', "{{ {'a': [1]} | tojson(indent=2000000000) }}"],
    ['is no template', '{% for %}'],
    ['tells a time that nobody knows', "{{ strftime_now('%Q') }}"],
  ])('that %s is refused soon', (_, template) => {
    const before = performance.now()
    expect(() => text(template)).toThrow()
    expect(performance.now() - before).toBeLessThan(20_000)
  })

  // of the library; Python's words are True, False and None
  test('that prints what is no text prints it as JavaScript does', () => {
    expect(text('{{ true }} {{ 1 == 2 }} {{ none }}|')).toBe('true false |')
  })

  test('of a long chat is rendered', () => {
    const template = (golden.cases[0] as Case).template
    const messages = Array.from({ length: 2000 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: 'abc '.repeat(100),
    }))
    expect(text(template, { messages, add_generation_prompt: true }).length).toBeGreaterThan(800_000)
  })

  test('tells the time as Python does in English', () => {
    expect(text("{{ strftime_now('%Y-%m-%d %H:%M:%S %I%p %a %A %b %B %y %-d %%') }}")).toBe(
      '2026-03-07 04:05:06 04AM Sat Saturday Mar March 26 7 %',
    )
  })
})

describe('a model', () => {
  const template =
    '{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}{% if add_generation_prompt %}A:{% endif %}'
  const messages = [user('Who'), { role: 'B', content: 'Me' }, user('Why')]
  const prompt = 'user: Who\nB: Me\nuser: Why\nA:'
  const options = { maxNewTokens: 20, temperature: 1, seed: 4 }
  let model: Model

  beforeEach(async () => {
    model = await loaded({ ...rope.request, chatTemplate: template })
  })

  afterEach(() => model.dispose())

  test('answers messages: what it adds to their text', async () => {
    expect(await model.applyChatTemplate(messages, { addGenerationPrompt: true })).toBe(prompt)
    expect(await model.applyChatTemplate(messages)).toBe(prompt.slice(0, -2))
    const answer = await model.chat(messages, options)
    expect(prompt + answer).toBe(await model.generate(prompt, options))
    let text = ''
    for await (const piece of model.stream(messages, options)) text += piece.text
    expect(text).toBe(answer)
    const said = { ...options, template: '{{ messages[0].content }}{{ x }}', variables: { x: '!' } }
    expect(`Who!${await model.chat(messages, said)}`).toBe(await model.generate('Who!', options))
  })

  test('refuses options that a chat has not, and chat options of a text', async () => {
    const strange = { templates: 'a' } as object
    await expectRejection(model.chat(messages, strange), 'ERR_VALUE', 'options.templates')
    await expectRejection(model.applyChatTemplate(messages, strange), 'ERR_VALUE', 'options.templates')
    await expectRejection(model.stream('a', { template: 'a' }).next(), 'ERR_VALUE', 'options.template')
    await expectRejection(model.chat([], options), 'ERR_SHAPE')
  })

  test('without a tokenizer has a text, and no answer', async () => {
    const plain = await loaded({ ...goldenModel('llama-f16-gqa').request, chatTemplate: template })
    expect(await plain.applyChatTemplate(messages)).toBe(prompt.slice(0, -2))
    await expectRejection(plain.chat(messages), 'ERR_UNSUPPORTED', 'tokenizer')
    plain.dispose()
  })

  test('by its name has the template beside it, of either file', async () => {
    const config = Buffer.from(JSON.stringify({ chat_template: '{{ bos_token }}config', bos_token: '<s>' }))
    const hub = await hubServer({
      ...snapshotOf(trainedFolder('tiny-shakespeare-rope')),
      'tokenizer_config.json': config,
    })
    const named = async () => {
      const found = await pretrained('owner/name', { host: hub.address, cache: false })
      const text = await found.applyChatTemplate(messages)
      found.dispose()
      return text
    }
    try {
      expect(await named()).toBe('<s>config')
      const [commit = ''] = Object.keys(hub.commits)
      hub.commits[commit] = {
        ...hub.commits[commit],
        'chat_template.jinja': Buffer.from('{{ bos_token }}谢谢'),
      }
      expect(await named()).toBe('<s>谢谢')
    } finally {
      hub.close()
    }
  })
})
