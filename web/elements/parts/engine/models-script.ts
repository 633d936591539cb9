// The script with the small models. The inline build replaces this module by models-script-inline.ts.

export const bringModels = (): Promise<unknown> => import('whereformer/elements/small-models.js')
