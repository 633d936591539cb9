import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import './page.js'

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: '<wf-encoding encoding="rope"></wf-encoding><wf-rotation></wf-rotation>',
})
class App {}

bootstrapApplication(App)
