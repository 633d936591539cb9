// What the bundler gives the library.
export const buildSha = 'tests'
