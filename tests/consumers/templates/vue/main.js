import { createApp } from 'vue'
import App from './App.vue'
import './page.js'

createApp(App).mount('#app')
