// The files of the built package: of dist/, or of the build that `npm run checked` tries.

const folder = new URL(`../../${process.env.WHEREFORMER_DIST ?? 'dist'}/`, import.meta.url)

export const packageFile = (name: string): URL => new URL(name, folder)
