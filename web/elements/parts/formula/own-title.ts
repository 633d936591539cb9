// The name of the encoding that is not in the catalogue, for menus that offer it before anything of it is loaded.

import { say } from '../../../content/bilingual.js'

export const ownTitle = say('Your own encoding', '你自己的编码')
