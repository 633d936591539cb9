// Browsers: files are kept in Cache Storage, and there are no folders.

import type { ModelCode } from '../model/model-code.js'
import { HUB } from './address.js'
import { CachedPages, NOTHING } from './cache-storage.js'
import type { HubPlatform } from './from-pretrained.js'
import { KEPT_IN } from './names.js'

const storeAt = (name = KEPT_IN) => ('caches' in globalThis ? new CachedPages(name) : undefined)

export const pages: Omit<HubPlatform, keyof ModelCode> = {
  home: () => ({ host: HUB, argument: 'options.host' }),
  folderOf: () => undefined,
  storeAt,
  cacheAt: async (name) =>
    (await storeAt(name)
      ?.facts()
      .catch(() => undefined)) ?? NOTHING, // forbidden to some frames
}
