// Locations of the files that figures load: all on the page's own origin, as its policy requires.

import workerUrl from 'whereformer/worker-thread.js?url'
import { configureElements } from '../../elements/parts/engine/settings.js'

/** The root of the site: scripts are one folder below it, in development as in the build. */
export const root = new URL(/* @vite-ignore */ '..', import.meta.url)

export const modelsUrl = new URL('models/', root)

configureElements({ workerUrl: new URL(workerUrl, import.meta.url), modelsUrl })
