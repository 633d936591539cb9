import 'whereformer/elements/register' // does nothing here
import { load } from 'whereformer'
import { use } from './use.js'

console.log(await use(await load()))
