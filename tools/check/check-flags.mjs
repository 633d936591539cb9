// No fast-math flags in build files, scripts and sources: compilers must not change rounding, NaN or infinities.
// node tools/check/check-flags.mjs [--built]   exits 1 and lists file:line; --built checks the commands that produced build/
//
// Allowed, because values stay the same: no errno from functions (-fno-math-errno), no traps (-fno-trapping-math).
// Fused multiply-adds are written by hand in src/simd/lanes.hpp; the compiler makes none (-ffp-contract=off).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../paths.mjs'
import { sourceFiles } from '../source-files.mjs'

const looked = /(^|\/)(CMake[^/]*\.(txt|json)|package\.json)$|\.(cmake|[ch]pp|cc?|h|wat)$|^(tools|\.ci)\//

/** Forbidden in command lines. */
const flags = [
  /-O(?:fast)\b/,
  /-f(?:fast-math|finite-math-only|unsafe-math-optimizations|associative-math|reciprocal-math)\b/,
  /-f(?:no-signed-zeros|no-honor-(?:nans|infinities)|approx-func|cx-(?:limited-range|fortran-rules))\b/,
  /-ffp-contract=(?!off\b)[\w-]+/, // on: within a line of source, fast: everywhere
  /-ffp-model=(?!strict\b)[\w-]+/, // "precise" contracts
  /-fdenormal-fp-math(?:-f32)?=(?!ieee\b)[\w-]+/,
  /-m(?:recip\b|daz-ftz\b|fpmath=(?!sse\b)[\w,+]+|enable-(?:unsafe-fp-math|no-nans|no-infs))/,
  /[/-]fp:(?:fast|contract)\b/,
  /(?<![\w-])--?fast-math\b/, // wasm-opt
]

/** Forbidden in sources: the same by pragma, attribute or control register. */
const sources = [
  /\bSTDC\s+FP_CONTRACT\s+(?!OFF\b)\w+/,
  /\bSTDC\s+CX_LIMITED_RANGE\s+(?!OFF\b)\w+/,
  /\bclang\s+fp\s+(?!contract\s*\(\s*off\b)\w+\s*\([^)]*\)/,
  /\bGCC\s+optimize\b/,
  /\bgnu::(?:__)?optimize(?:__)?\b/,
  /__attribute__\s*\(\(.*\b(?:__)?optimize(?:__)?\b/,
  /#\s*pragma\s+(?:float_control|fp_contract)\b.*/,
  /\b_MM_SET_(?:FLUSH_ZERO|DENORMALS_ZERO)_MODE\b|\b_mm_setcsr\b|\b__builtin_ia32_ldmxcsr\b/,
]

const message = (found) =>
  `${found} lets the compiler change results: masks are infinities, and bits are compared`

/** @returns {string[]} the first words of a text that each pattern finds */
function findIn(text, patterns) {
  return patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
}

function checkLines(file, text, patterns) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      findIn(line, patterns).map((found) => ({ file, line: index + 1, message: message(found) })),
    )
}

/**
 * @param {string} folder the repository, or a tree laid out like it
 * @param {string[]} files the files to look at, relative to it
 * @returns {{file: string, line: number, message: string}[]}
 */
export function checkFlags(folder, files) {
  return files
    .filter((file) => looked.test(file))
    .flatMap((file) => checkLines(file, readFileSync(join(folder, file), 'utf8'), [...flags, ...sources]))
}

/** Files compiled without contraction: all code that computes results and its tests, also files that CMake joins in build/. */
const computing = /^(build\/[^/]+\/)?(src|bindings|tests\/native)\//

function checkCommand(folder, { file, command }, plain) {
  const path = relative(folder, file)
  const contraction = command.match(/-ffp-contract=\S+/g)?.at(-1)
  return [
    ...findIn(command, flags).map(message),
    ...(computing.test(path) && contraction !== '-ffp-contract=off'
      ? ['compiled without -ffp-contract=off: multiplies and adds may be fused here and not there']
      : []),
    ...(plain && /-mrelaxed-simd\b/.test(command)
      ? ['relaxed SIMD in a build that promises the same bits']
      : []),
  ].map((text) => `${path}: ${text}`)
}

/**
 * The commands that compiled and linked every preset in build/.
 * @param {string} folder the repository
 * @returns {{file: string, line: number, message: string}[]} also a violation if nothing was built
 */
export function checkCommands(folder) {
  const build = join(folder, 'build')
  const presets = existsSync(build) ? readdirSync(build) : []
  const built = presets.filter((preset) => existsSync(join(build, preset, 'compile_commands.json')))
  if (built.length === 0)
    return [{ file: 'build', line: 1, message: 'contains no commands to check: build first' }]
  return built.flatMap((preset) => {
    const file = `build/${preset}/compile_commands.json`
    const commands = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    const links = `build/${preset}/build.ninja`
    return [
      ...commands.flatMap((one) =>
        checkCommand(folder, one, !preset.endsWith('relaxed')).map((text) => ({
          file,
          line: 1,
          message: text,
        })),
      ),
      ...checkLines(links, readFileSync(join(folder, links), 'utf8'), flags),
    ]
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const violations = process.argv.includes('--built') ? checkCommands(root) : checkFlags(root, sourceFiles())
  for (const { file, line, message } of violations) console.log(`${file}:${line}: ${message}`)
  process.exit(violations.length === 0 ? 0 : 1)
}
