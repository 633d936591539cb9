// The lab: a file of its own beside the elements, or a part of the inline build.

export type Lab = Pick<
  typeof import('whereformer/lab'),
  'run' | 'browserStorage' | 'presets' | 'taskOf' | 'defaultModel'
>

export const openLab = (): Promise<Lab> => import('whereformer/lab')
