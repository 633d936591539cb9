import { mount } from 'svelte'
import App from './App.svelte'
import './page.js'

mount(App, { target: document.getElementById('app') })
