// web/lib/families/cards → docs/model-cards.md, with the texts of <wf-models>. With --check: fails when it is stale.

import { importTypeScript } from '../build/typescript.mjs'
import { both } from './generated.mjs'

/** @returns {Promise<string>} the page */
export async function modelCardsPage() {
  const { modelCards } = await importTypeScript('web/lib/families/cards.ts')
  const { furtherCards } = await importTypeScript('web/lib/families/cards-further.ts')
  const { encodings } = await importTypeScript('web/lib/position/catalogue.ts')
  const { modelsWords } = await importTypeScript('web/elements/figures/models/messages.ts')
  const { doorWords } = await importTypeScript('web/elements/parts/positions/door-words.ts')
  const { factsOf } = await importTypeScript('web/elements/figures/models/model-facts.ts')
  const { COMPARED } = await importTypeScript('web/elements/figures/models/models-drawing.ts')
  const { en, zh } = modelsWords

  return page()

  function page() {
    const [compared, beyond] = [modelCards.slice(0, COMPARED), modelCards.slice(COMPARED)]
    return `<!-- Generated from web/lib/families/cards*.ts by "npm run generate". Do not edit. -->
# Model cards · 模型卡

How position enters ${compared.length} models that tutorials compare, and ${beyond.length + furtherCards.length} more; what else their arithmetic needs; what widely read tutorials say of them, and what
is true. Of these cards, the first ${modelCards.length} are \`modelCards\` of the package, for programs, and \`<wf-models>\` on the page. A test switches the facts off one by one and sees the equality with the original break
(\`tests/lib/facts.test.ts\`). Loading them: [models](models.md). Their checkpoints: [published checkpoints](published.md).

位置怎样进入教程常比较的 ${compared.length} 个模型（另加 ${beyond.length + furtherCards.length} 个），它们的运算还需要什么，流传较广的教程怎么说，事实又是什么。前 ${modelCards.length} 张卡片在包里是 \`modelCards\`，在页面上是 \`<wf-models>\`。
测试逐条关掉这些事实，并确认与原模型的一致随之破坏（\`tests/lib/facts.test.ts\`）。加载见[模型](models.md#模型)，检查点见[已发布的检查点](published.md)。

${table(compared)}

## ${both(en.beyond, zh.beyond)}

${table(beyond)}

## ${both('Loaded when their model_type is seen', '见到 model_type 才加载')}

${table(furtherCards)}

${[...modelCards, ...furtherCards].map(section).join('\n')}
[Models · 模型](models.md) · [All encodings · 全部编码](encodings/README.md) · [Mistakes · 常见错误](mistakes.md)
`
  }

  function table(cards) {
    const rows = cards.map(
      (card) =>
        `| [${both(card.title, card.titleZh)}](#${card.id}) | ${card.year} | ${doorsOf(card, 'en')} | ${doorsOf(card, 'zh')} | ${types(card)} |`,
    )
    return [
      '| model 模型 | year 年份 | position enters by | 位置由此进入 | encodings 编码 |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n')
  }

  function section(card) {
    const { paper, notes, tutorials } = card
    return `## <a id="${card.id}"></a>${both(card.title, card.titleZh)} (${card.year})

| ${both(en.headings.facts, zh.headings.facts)} | | |
| --- | --- | --- |
| Position 位置 | ${card.position.summary.en} | ${card.position.summary.zh} |
| Family 家族 | \`${card.family}\` | \`${card.family}\` |
${facts(card)}

${list(both(en.headings.notes, zh.headings.notes), notes.map(statement))}${list(both(en.headings.tutorials, zh.headings.tutorials), tutorials.map(told))}[${paper.title}](${paper.link}). ${card.source}.
`
  }

  function types({ position }) {
    if (position.instead) return both(position.instead.en, position.instead.zh)
    return position.types
      .map((type) => `[${encodings.find((entry) => entry.type === type).title}](encodings/${type}.md)`)
      .join(', ')
  }

  function doorsOf({ position }, language) {
    const { names } = doorWords[language]
    return Object.keys(names)
      .flatMap((door, i) => (position.doors.includes(door) ? [`${'①②③④⑤⑥'[i]} ${names[door]}`] : []))
      .join(modelsWords[language].comma)
  }

  function facts(card) {
    const chinese = factsOf(card.facts, zh)
    return factsOf(card.facts, en)
      .map(([name, fact], i) => `| ${name} ${chinese[i][0]} | ${fact} | ${chinese[i][1]} |`)
      .join('\n')
  }

  function statement({ en: english, zh: chinese, unsure }) {
    return `${english}${unsure ? ` (${en.unsure})` : ''} · ${chinese}${unsure ? `（${zh.unsure}）` : ''}`
  }

  function told({ say, truth }) {
    return `“${say.en}” — ${en.truth}: ${truth.en}${truth.unsure ? ` (${en.unsure})` : ''} · “${say.zh}”——${zh.truth}：${truth.zh}${truth.unsure ? `（${zh.unsure}）` : ''}`
  }
}

const list = (title, items) =>
  items.length ? `**${title}**\n\n${items.map((item) => `- ${item}`).join('\n')}\n\n` : ''
