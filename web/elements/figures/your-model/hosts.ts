// Where models are asked for by name.

export interface ModelHost {
  /** As the option `host` of fromPretrained(). */
  host: string
  /** The branch that a repository has there. */
  revision: string
}

const HOSTS = {
  hub: { host: 'https://huggingface.co', revision: 'main' },
  mirror: { host: 'https://hf-mirror.com', revision: 'main' },
  modelscope: { host: 'https://www.modelscope.cn/models', revision: 'master' },
} as const satisfies Record<string, ModelHost>

export type HostChoice = keyof typeof HOSTS | 'other'

/** What a reader has typed and chosen. */
export interface Asked {
  name: string
  choice: HostChoice
  /** The address of another host. */
  other: string
  /** Which of several files of weights; undefined until they are known. */
  file: string | undefined
}

export const NOTHING_ASKED: Asked = { name: '', choice: 'hub', other: '', file: undefined }

export function hostOf({ choice, other }: Asked): ModelHost {
  if (choice !== 'other') return HOSTS[choice]
  const host = /^https?:/i.test(other) ? other.trim() : `https://${other.trim()}`
  return { host, revision: 'main' }
}

/** What a request goes to: a name with its port. */
export function nameOf(address: string): string {
  try {
    return new URL(address.replace(/\{.*/s, '')).host
  } catch {
    return address
  }
}
