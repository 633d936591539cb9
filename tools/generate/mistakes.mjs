// web/elements/figures/mistakes/collection → docs/mistakes.md, with counter-examples computed by the built package. With --check: fails when it is stale.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importTypeScript } from '../build/typescript.mjs'
import { root } from '../paths.mjs'
import { both } from './generated.mjs'

/** @returns {Promise<string>} the page */
export async function mistakesPage() {
  const { load, encodings } = await import(pathToFileURL(join(root, 'dist/node.mjs')))
  const { groups } = await importTypeScript('web/elements/figures/mistakes/collection/index.ts')
  const { facts } = await importTypeScript('web/content/mistakes/facts.ts')
  const { list } = await importTypeScript('web/content/mistakes/numbers.ts')
  const library = await load({ variant: 'simd' }) // the same bits on every machine
  const texts = []
  for (const group of groups) texts.push(await chapter(group))
  return page(groups, texts, facts)

  async function chapter({ title, mistakes }) {
    const sections = []
    for (const mistake of mistakes) sections.push(section(mistake, await mistake.refute(library)))
    return `## ${both(title.en, title.zh)}\n\n${sections.join('\n')}`
  }

  function section(mistake, { at, got, wanted, sentence }) {
    const about = mistake.types.map((type) => `[${titleOf(type)}](encodings/${type}.md)`).join(', ')
    return `### ${both(mistake.title.en, mistake.title.zh)}

<a id="${mistake.id}"></a>

**Often written · 常见写法:** ${mistake.claim.en} · ${mistake.claim.zh}

\`\`\`math
${mistake.formula}
\`\`\`

**Right · 正确:** ${mistake.right.en} · ${mistake.right.zh}

\`\`\`math
${mistake.rightFormula}
\`\`\`

**Counter-example · 反例:** \`${at}\`: \`${list(got)}\` → \`${list(wanted)}\`

${sentence.en}

${sentence.zh}

${about}
`
  }

  function titleOf(type) {
    return encodings.find((entry) => entry.type === type).title
  }
}

function page(groups, texts, facts) {
  const count = groups.reduce((sum, { mistakes }) => sum + mistakes.length, 0)
  return `<!-- Generated from web/elements/figures/mistakes/collection by "npm run generate". Do not edit. -->
# What is often written about positions and is wrong · 关于位置的常见错误

${count} computations that are often written about position encodings. Each stands with the right one, and with the smallest input at which the
library refutes it: what the wrong computation gives there → what is right. The wrong variants are a few lines each in
[\`web/elements/figures/mistakes/collection\`](../web/elements/figures/mistakes/collection), and a test refutes every one of them. i is the query, j the key, p a position, h a head counted from 0,
H the number of heads, d the width of a head. [Mistakes that are no formula](#facts) follow at the end.

共 ${count} 种关于位置编码的常见错误算法。每一种都附正确写法，以及程序库找到的最小反例：错误算法的结果 → 正确的结果。这些错误变体在
[\`web/elements/figures/mistakes/collection\`](../web/elements/figures/mistakes/collection) 中各只有几行，测试会逐一反驳。i 是查询，j 是键，p 是位置，h 是从 0 数起的头，H 是头数，d 是头维度。
[不是公式的错误](#facts)列在最后。

${groups.map(contents).join('\n')}

${texts.join('\n')}
<a id="facts"></a>

## Facts · 事实

| often written | right | 常见说法 | 正确 |
| --- | --- | --- | --- |
${facts.map(({ claim, right }) => `| ${claim.en} | ${right.en} | ${claim.zh} | ${right.zh} |`).join('\n')}

[All encodings · 全部编码](encodings/README.md) · [Test vectors · 测试向量](test-vectors.md)
`
}

function contents({ title, mistakes }) {
  const links = mistakes.map((one) => `[${both(one.title.en, one.title.zh)}](#${one.id})`)
  return `- **${both(title.en, title.zh)}**\n${links.map((link) => `  - ${link}`).join('\n')}`
}
