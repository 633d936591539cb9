import './demo-page.js'
