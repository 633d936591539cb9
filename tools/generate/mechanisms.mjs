// The mechanisms of docs/recent.md: the name of each by the recipe of examples/recent/recipes.mjs that makes it.
export const mechanisms = {
  cable: 'Cable',
  bam: 'BAM',
  grapeM: 'GRAPE-M',
  grapeA: 'GRAPE-A',
  grapeAp: 'GRAPE-AP',
  ropePlusPlus: 'RoPE++',
  fope: 'FoPE',
  selective: 'Selective RoPE',
  comRope: 'ComRoPE',
  inPlanes: 'LieRE',
  ropeId: 'RoPE-ID',
  drope: 'DroPE',
  path: 'PaTH',
}
