// The makers of browsers.

export { hub } from './hub/web.js'
export { randomRequest } from './train/random-request.js'
