// Names of models, and the addresses of their files: on the Hub, on a mirror of the same form, on any host by a template.

import { addressOf, textOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'

export const HUB = 'https://huggingface.co'
const FORM = '/{name}/resolve/{revision}/{file}'
const FIELDS = ['name', 'revision', 'file'] as const

const NAME = /^(?!.*\.\.)(?:\w[\w.-]{0,95}\/)?\w[\w.-]{0,95}$/
/** Of git: a branch, a tag, a commit. */
const REVISION = /^(?!.*\.\.)(?!\.$)[^\p{Cc}]{1,255}$/u
const HOST = /^https?:\/\/[^/@?#{}\s\\]+(?:\/|$)/

export interface Repository {
  name: string
  revision: string
  /** Is it on the host that the Hub's own programs ask? Their cache tells no hosts apart. */
  onHub: boolean
  /** With fields in braces. */
  template: string
}

/** What a caller says of a model, before it is checked. */
interface Named {
  name: unknown
  revision: unknown
  host: unknown
}

/** @param home the host where a caller names none: of the Hub's own programs */
export function repositoryOf({ name, revision = 'main', host }: Named, home: Home): Repository {
  const ofHome = templateOf(home.host, home.argument)
  const template = host === undefined ? ofHome : templateOf(host, 'options.host')
  return {
    name: matching(NAME, name, 'name', 'owner/name, or in Node a folder: ./…, ../…, /… or a file: URL'),
    revision: matching(REVISION, revision, 'options.revision', 'a branch, a tag or a commit'),
    onHub: template === ofHome,
    template,
  }
}

export interface Home {
  host: string
  /** What names it, for errors. */
  argument: string
}

/** A commit never changes; a branch and a tag may. */
export const isCommit = (revision: string | null | undefined): revision is string =>
  /^[0-9a-f]{40}$/.test(revision ?? '')

export function addressIn({ template, name, revision }: Repository, file: string): string {
  const values = { name, revision: encodeURIComponent(revision), file: inAddress(file) }
  return template.replace(/\{(name|revision|file)\}/g, (_, field: keyof typeof values) => values[field])
}

/** Where a host of the Hub's form lists the files of a model; undefined for others. */
export function listIn({ template, name, revision }: Repository): string | undefined {
  if (!template.endsWith(FORM)) return undefined
  return `${template.slice(0, -FORM.length)}/api/models/${name}/revision/${encodeURIComponent(revision)}`
}

const inAddress = (file: string) => file.split('/').map(encodeURIComponent).join('/')

function matching(form: RegExp, value: unknown, argument: string, wanted: string): string {
  const text = textOf(value, argument)
  if (form.test(text)) return text
  throw refuse('ERR_VALUE', argument, show(text), wanted)
}

function templateOf(host: unknown, argument: string): string {
  const text = String(addressOf(host, argument))
  const template = /[{}]/.test(text) ? text : text.replace(/\/+$/, '') + FORM
  if (HOST.test(template) && FIELDS.every((field) => template.includes(`{${field}}`))) return template
  const wanted = `http(s)://host, or an address with ${FIELDS.map((field) => `{${field}}`).join(', ')}`
  throw refuse('ERR_VALUE', argument, show(text), wanted)
}
