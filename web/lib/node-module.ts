// The entry for modules in Node. It shares files with those for browsers, which take some classes from the global object: Jest's jsdom
// environment hides them there.

import * as ofNode from './node-globals.js'

const hidden = Object.entries(ofNode).filter(([name]) => !(name in globalThis))
Object.assign(globalThis, Object.fromEntries(hidden))

export * from './node.js'
