// Chat templates are rendered by a file beside this module, which every entry with import() shares.

import { codeFor } from '../boundary/code-for.js'
import type { OpenRenderer } from './renderer.js'

export const openRenderer: OpenRenderer = () => codeFor('chat templates', () => import('./chat-template.js'))
