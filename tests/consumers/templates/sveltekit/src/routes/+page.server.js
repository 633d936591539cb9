import { load as loadWhereformer } from 'whereformer'
import { use } from '../use.js'

export const load = async () => ({ computed: await use(await loadWhereformer()) })
