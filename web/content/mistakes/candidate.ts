/** One input: what a formula gives there, and what the library gives. */
export interface Candidate {
  at: string
  got: readonly number[]
  wanted: readonly number[]
}
