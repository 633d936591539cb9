import { say } from '../bilingual.js'
import { builder, code, heading, paragraph, section } from './section.js'

const t = String.raw

export const use = section(
  'use',
  say('Use it in your own work', '拿去用'),
  heading('library', 'In your code', '写进代码'),
  paragraph(
    t`One small library computes everything on this page: C++ compiled to WebAssembly, without a server and without dependencies. It runs in browsers and in Node.`,
    t`本页的一切都由一个小程序库算出：C++ 编译成 WebAssembly，不需要服务器，没有依赖，浏览器和 Node 里都能运行。`,
  ),
  code('sh', 'npm install whereformer'),
  code(
    'js',
    t`import { load } from 'whereformer'

const wf = await load()
const { inverse } = wf.frequencies({ type: 'rope', base: 10000 }, { dim: 64 })
const x = { data: new Float32Array(64).fill(1), shape: [1, 64] }
const turned = wf.rotate({ type: 'rope', base: 10000 }, x, { positions: [7] })
const bias = wf.bias({ type: 'alibi' }, { heads: 8, queries: 16, keys: 16 })`,
  ),
  paragraph(
    t`The <a href="api/">API page</a> describes every function with an example; the <a href="encodings/">catalogue</a> gives every encoding’s formula, its parameters, and the implementation it was tested against.`,
    t`<a href="zh/api/">API 页</a>列出每个函数和例子；<a href="zh/encodings/">编码目录</a>列出每种编码的公式、参数，以及它与什么对照过。`,
  ),
  heading('embed', 'In your article', '放进文章'),
  paragraph(
    t`Every figure above is a custom element that you can put into your own page, slides or notebook. Choose one; the code reproduces its current settings. <a href="figures/">A separate page</a> lists all figures with their tags and attributes.`,
    t`上面每张图都是一个自定义元素，可以放进你自己的网页、幻灯片或笔记本。选一张，下面的代码会按它现在的样子、带着你调好的设置来显示它。<a href="zh/figures/">全部图</a>连同标签与属性另有一页。`,
  ),
  builder,
  paragraph(
    t`One script is the shortest way, and works on every page: it holds all figures, and what they compute with. Modules are less to download, for they come figure by figure. Both addresses are those of a CDN; where it is out of reach, copy <code>dist/elements/inline.js</code> of the npm package (for <code>wf-slide</code> also <code>small-models.js</code>) beside your page and write <code>src="inline.js"</code>. The frame works where you may not load scripts from elsewhere; the few lines below it only follow its height, and without them it is 560 pixels high. In a frame or without a network, the figures work as well, once their files are there.`,
    t`用一个脚本最简短，任何网页都能用：它包含所有图，以及计算所需的一切。模块按图下载，下载量更小。两者的地址都指向 CDN；访问不到时（例如在中国大陆），把 npm 包里的 <code>dist/elements/inline.js</code>（<code>wf-slide</code> 还要 <code>small-models.js</code>）复制到网页旁，写 <code>src="inline.js"</code>。不能加载外部脚本的地方可以用框架（iframe）；它下面的几行代码只用来跟随高度，去掉它们，高度就是 560 像素。只要文件在手，断网时图也照常工作。`,
  ),
)
