export default {
  title: 'A consumer',
  url: 'http://localhost',
  baseUrl: '/',
  plugins: ['@docusaurus/plugin-content-pages'],
  themes: ['@docusaurus/theme-classic'],
}
