import { defineConfig } from 'vitepress'

export default defineConfig({
  title: 'Whereformer in VitePress',
  srcExclude: ['README.md'],
  locales: {
    root: { label: 'English', lang: 'en' },
    zh: { label: '中文', lang: 'zh-Hans' },
  },
  // Vue leaves these tags to the browser
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('wf-') } } },
})
