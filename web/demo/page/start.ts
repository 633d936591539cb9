// Script of every page of the site. Each page is complete without it.

import './settings.js'
import '../../elements/register.js'
import { startCatalogue } from './catalogue.js'
import { startBuilder } from './embed-builder.js'
import { startPreferences } from './preferences.js'
import { startScrolling } from './scrolling.js'

startPreferences()
startScrolling()
startCatalogue()
startBuilder()
