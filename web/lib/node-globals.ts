// For the entry of Node: Jest's jsdom environment hides these globals of Node; its modules always have them.

export { ReadableStream } from 'node:stream/web'
export { TextDecoder, TextEncoder } from 'node:util'
export { MessageChannel } from 'node:worker_threads'
