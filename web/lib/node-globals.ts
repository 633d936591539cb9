// For the entry of Node: Jest's environment of jsdom hides these globals of Node, its modules have them in any case.

export { ReadableStream } from 'node:stream/web'
export { TextDecoder, TextEncoder } from 'node:util'
export { MessageChannel } from 'node:worker_threads'
