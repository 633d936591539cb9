/** What page/use.js tells of a working library: the first query of a causal attention sees the first value; tokens as Node computes them. */
export const RESULT = 'simd attention 1,2 model 3,1,4,1,5,2,8,13'
