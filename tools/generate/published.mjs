// docs/published/checkpoints.json, read as the loader reads a config.json → docs/published.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importTypeScript } from '../build/typescript.mjs'
import { root } from '../paths.mjs'
import { both } from './generated.mjs'
import { mostDownloaded, mostDownloadedWords } from './most-downloaded.mjs'
import { positionWords } from './published-position.mjs'

const records = 'docs/published/checkpoints.json'

/** The field that is reported when a head for a task is left out. */
const HEAD = 'architectures'

/** @returns {Promise<string>} the page */
export async function publishedPage() {
  const { recipeFor } = await importTypeScript('web/lib/families/index.ts')
  const { onDemand } = await importTypeScript('web/lib/families/on-demand.ts')
  const { requireMemory, weightBytes } = await importTypeScript('web/lib/families/memory.ts')
  const { Q8 } = await importTypeScript('web/lib/families/weight-format.ts')
  const { Inventory } = await importTypeScript('web/lib/checkpoint/inventory.ts')
  const checkpoints = JSON.parse(readFileSync(join(root, records), 'utf8'))
  const rows = []
  for (const checkpoint of checkpoints) rows.push({ ...checkpoint, ...(await read(checkpoint.config)) })
  const downloaded = await mostDownloaded((config) => recipeFor(config, onDemand))
  return page(rows, mostDownloadedWords(downloaded))

  async function read(config) {
    const { value: recipe, refusal } = await attempt(() => recipeFor(config, onDemand))
    if (!recipe) return { refusal }
    const { positions, ignoredFields } = recipe
    const type = typeOf(config)
    const types = { dtypeOf: () => type }
    return {
      tooLarge: (await attempt(() => requireMemory(recipe, types))).refusal,
      tooLargeInQ8: (await attempt(() => requireMemory(recipe, types, Q8))).refusal,
      weights: new Inventory(recipe).parameters,
      type,
      bytes: weightBytes(recipe, types),
      bytesInQ8: weightBytes(recipe, types, Q8),
      position: positionWords(positions),
      ignored: ignoredFields.filter((field) => field !== HEAD),
      headless: ignoredFields.includes(HEAD),
    }
  }
}

/** The type of the weights, as the config names it; transformers writes float32 where it names none. */
function typeOf({ torch_dtype, dtype = torch_dtype ?? 'float32' }) {
  return { float32: 'F32', float16: 'F16', bfloat16: 'BF16' }[dtype]
}

/** A refusal in words; any other error is a fault of ours. */
async function attempt(work) {
  try {
    return { value: await work() }
  } catch (cause) {
    if (!String(cause.code).startsWith('ERR_')) throw cause
    return { refusal: cause.message }
  }
}

function page(rows, downloaded) {
  const honoured = rows.filter(({ refusal }) => !refusal)
  const fits = honoured.filter(({ tooLarge }) => !tooLarge)
  const refused = rows.filter(({ refusal }) => refusal)
  const large = honoured.filter(({ tooLarge }) => tooLarge)
  const inQ8 = large.filter(({ tooLargeInQ8 }) => !tooLargeInQ8)
  const [example] = inQ8
  const headless = honoured.filter(({ headless }) => headless)
  return `<!-- Generated from ${records} and docs/published/most-downloaded.json by "npm run generate". Do not edit. -->
# Published checkpoints · 已发布的检查点

Which of ${rows.length} widely used checkpoints load, by their \`config.json\`. **${honoured.length} are honoured**: every field that changes numbers has its effect, and the tensors that each needs are those of transformers' class, in name, shape and number
(\`tests/lib/published-checkpoints.test.ts\`), as are the rotary frequencies and windows (\`tests/wasm/config.test.ts\`). ${fits.length} fit into the memory of WebAssembly in the type that the config names, ${inQ8.length} more with \`{ weights: 'q8' }\`; ${large.length - inQ8.length} are too large in any type. ${refused.length} are refused for what they say.
Rules of loading: [models](models.md#loading). What each model computes: [model cards](model-cards.md).

${rows.length} 个常用检查点中哪些能加载，依据各自的 \`config.json\`。**${honoured.length} 个得到遵守**：影响数值的字段全部生效，所需的张量，名称、形状和数目都与 transformers 的类一致（\`tests/lib/published-checkpoints.test.ts\`），旋转频率与窗口也一致（\`tests/wasm/config.test.ts\`）。
${fits.length} 个以配置所写的类型放得进 WebAssembly 的内存，另有 ${inQ8.length} 个用 \`{ weights: 'q8' }\` 放得进；${large.length - inQ8.length} 个以任何类型都太大。${refused.length} 个因内容被拒绝。加载规则见[模型](models.md#模型)；每个模型算什么，见[模型卡](model-cards.md)。

- The configurations are copies in public repositories, as they are stored there; each name links to its copy, at a commit. Copies that were visibly edited are not among them. Paths of the computer that saved a copy are left out, and the names of a thousand labels. Of CLIP each tower has a row. Some copies were saved again by a
  newer program, which adds or changes fields (EmbeddingGemma's window of 512 became 257). Chosen by general knowledge of what is downloaded most, not by a count, among those of which a copy was found. · 配置取自公开仓库中的副本，原样照录；每个名称链接到副本及其提交，明显改动过的副本不用。保存副本的计算机路径与一千个类别名已删去；CLIP 的两塔各占一行。有的副本由较新的程序重新保存，字段有增改（EmbeddingGemma 的窗口 512 变成了 257）。检查点在找得到副本的范围内按常识选取，没有统计下载次数。
- No such copy was found of widely used checkpoints of \`gpt_neox\` (Pythia), \`mt5\`, \`ernie\` and \`deberta\`; \`palm\`, \`gpt3\` and \`llama4_text\` have none of their own. Golden checkpoints cover
  their classes. · 没有找到 \`gpt_neox\`（Pythia）、\`mt5\`、\`ernie\`、\`deberta\` 常用检查点的这种副本；\`palm\`、\`gpt3\`、\`llama4_text\` 没有单独发布的检查点。它们由标准检查点覆盖。
- **without its head**: [heads for tasks](models.md#heads-for-tasks), here ${headless.length}. **memory**: the type of the config and what it takes; where that is more than 2 GB, also what \`q8\` takes. **ignored**: [what transformers' class does not read](models.md#what-is-refused-what-is-ignored).
  **window of n**: a token sees itself and the n − 1 before it. · **不含任务头**：任务头略去，共 ${headless.length} 个。**内存**：配置所写的类型与所需内存；超过 2 GB 时也列出 \`q8\` 所需。**忽略**：transformers 的类不读取的字段。**窗口 n**：一个词元看见自己和之前的 n − 1 个。

${downloaded}
${sections(honoured)}
## Refused for what they say · 因内容被拒绝

${refused.map(({ name, source, refusal }) => `- [${name}](${source}): \`${refusal}\``).join('\n') || '–'}

## Refused for their size · 因大小被拒绝

The error comes before any weight is read, and names the need, the largest tensor and whether \`q8\` helps; for ${example.name}:
读取权重之前就报错，写明所需字节、最大的张量、\`q8\` 是否够用；以 ${example.name} 为例：

\`${example.tooLarge}\`
`
}

function sections(rows) {
  const families = [...new Set(rows.map(({ config }) => config.model_type))]
  return families
    .map((family) =>
      section(
        family,
        rows.filter(({ config }) => config.model_type === family),
      ),
    )
    .join('\n')
}

function section(family, members) {
  const lines = members.map(
    ({
      name,
      source,
      tooLarge,
      tooLargeInQ8,
      headless,
      weights,
      type,
      bytes,
      bytesInQ8,
      position,
      ignored,
    }) =>
      `| [${name}](${source}) | ${stateOf({ tooLarge, tooLargeInQ8, headless })} | ${millions(weights)} | ${type} ${memory(bytes)}${tooLarge ? `, q8 ${memory(bytesInQ8)}` : ''} | ${both(position.en, position.zh)} | ${ignored.map((field) => `\`${field}\``).join(', ')} |`,
  )
  return `## \`${family}\`

| checkpoint 检查点 | | weights 权重 | memory 内存 | position 位置 | ignored 忽略 |
| --- | --- | ---: | ---: | --- | --- |
${lines.join('\n')}
`
}

function stateOf({ tooLarge, tooLargeInQ8, headless }) {
  if (tooLargeInQ8) return both('too large', '太大')
  if (tooLarge) return both("with `weights: 'q8'`", "用 `weights: 'q8'`")
  return headless ? both('loads without its head', '可加载，不含任务头') : both('loads', '可加载')
}

const millions = (count) => `${(count / 1e6).toFixed(1)} M`

const memory = (bytes) => (bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`)
