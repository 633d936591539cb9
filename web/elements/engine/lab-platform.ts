// The lab, from the files of the package. The inline build replaces this module by lab-platform-inline.ts.

export type Lab = Pick<typeof import('whereformer/lab'), 'run' | 'browserStorage' | 'presets' | 'taskOf'>

/** Undefined: this build cannot train. */
export type Trains = Pick<Lab, 'run' | 'browserStorage'> | undefined

export async function openLab(): Promise<Pick<Lab, 'presets' | 'taskOf'> & { trains: Trains }> {
  const { presets, taskOf, run, browserStorage } = await import('whereformer/lab')
  return { presets, taskOf, trains: { run, browserStorage } }
}
