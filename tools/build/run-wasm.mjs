// Runs a program that Emscripten built as an ES module.   node tools/build/run-wasm.mjs PROGRAM.mjs [ARGUMENT…]
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [program, ...programArguments] = process.argv.slice(2)
const { default: start } = await import(pathToFileURL(resolve(program)).href)
await start({ arguments: programArguments })
