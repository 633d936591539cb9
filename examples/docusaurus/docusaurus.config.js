// A site of two languages. Nothing in here is for the figures.
export default {
  title: 'Whereformer in Docusaurus',
  url: 'https://example.org',
  baseUrl: '/',
  i18n: { defaultLocale: 'en', locales: ['en', 'zh-Hans'] },
  presets: [['classic', { blog: false, docs: { routeBasePath: '/', sidebarPath: undefined } }]],
}
