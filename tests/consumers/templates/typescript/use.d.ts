import type { Whereformer } from 'whereformer'

export declare function use(wf: Whereformer): Promise<string>
