// Where the code that renders chat templates comes from.

import type { render } from './chat-template.js'

export type OpenRenderer = () => Promise<{ render: typeof render }>
