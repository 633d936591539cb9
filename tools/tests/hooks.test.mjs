import assert from 'node:assert/strict'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { cleanClone } from './clean-clone.mjs'

const typescript = 'web/lib/staged.ts'
const cpp = 'src/core/staged.hpp'

let clone
before(() => {
  clone = cleanClone()
})
after(() => clone.remove())

const write = (file, text) => writeFileSync(join(clone.folder, file), text)
const git = (...args) => clone.run('git', args)
const commit = () => git('commit', '--message', 'a change')

test('without "npm run hooks" git runs none; with it the hook of the repository', () => {
  assert.equal(git('config', 'core.hooksPath').status, 1)
  const { status, output } = clone.run('npm', ['run', 'hooks'])
  assert.equal(status, 0, output)
  assert.equal(git('config', 'core.hooksPath').output.trim(), '.githooks')
})

for (const [file, wrong, right] of [
  [typescript, 'export const a = "b";\n', "export const a = 'b'\n"],
  [typescript, 'export function f(a: string) {\n  debugger\n  return a\n}\n', 'export const c = 1\n'],
  [cpp, 'int  wrong( );\n', 'int right();\n'],
]) {
  test(`${file}: ${JSON.stringify(wrong)} is not committed, whatever the working tree has`, () => {
    write(file, wrong)
    git('add', file)
    write(file, right)
    const refused = commit()
    assert.equal(refused.status, 1, refused.output)
    assert.match(refused.output, /Nothing is committed\. "npm run format"/)
    assert.match(refused.output, /staged\.(ts|hpp)/)

    git('add', file)
    write(file, wrong)
    const committed = commit()
    assert.equal(committed.status, 0, committed.output)
  })
}

test('the settings and deleted files can be committed', () => {
  write(cpp, 'int other();\n')
  appendFileSync(join(clone.folder, '.clang-format'), '# a comment\n')
  git('add', '--all')
  git('rm', '--quiet', '--force', typescript)
  const { status, output } = commit()
  assert.equal(status, 0, output)
})

test('"git commit PATH" looks at that file alone', () => {
  write(cpp, 'int  wrong( );\n')
  git('add', cpp)
  appendFileSync(join(clone.folder, 'LICENSE'), '\n')
  const { status, output } = git('commit', '--message', 'a change', 'LICENSE')
  assert.equal(status, 0, output)
})
