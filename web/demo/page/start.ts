// Script of every page of the site. Each page is complete without it.

import './settings.js'
import { startAsks } from './asks.js'
import { startCatalogue } from './catalogue.js'
import { startContents } from './contents.js'
import { defineFigures } from './define-figures.js'
import { startBuilder } from './embed-builder.js'
import { startGallery } from './gallery.js'
import { startGlossary } from './glossary.js'
import { startLanding } from './landing.js'
import { startMoved } from './moved.js'
import { startPreferences } from './preferences.js'
import { startPresets } from './presets.js'
import { startScrolling } from './scrolling.js'
import { startSteps } from './steps.js'

startMoved()
void defineFigures()
startPreferences()
startScrolling()
startLanding()
startContents()
startAsks()
startSteps()
startPresets()
startGlossary()
startCatalogue()
startBuilder()
startGallery()
