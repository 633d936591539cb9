// Where the code that renders chat templates comes from.

import type { textOfChat } from './chat-template.js'

export type OpenRenderer = () => Promise<{ textOfChat: typeof textOfChat }>
