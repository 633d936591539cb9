// The entry for React Native, under the condition "react-native" of package.json: one sentence instead of what its bundler and its engine
// would say of the others.

import { refuse } from './boundary/errors.js'

throw refuse(
  'ERR_UNSUPPORTED',
  'whereformer',
  'React Native, whose engine has no WebAssembly',
  'a browser or Node; in an app use it in a page inside of a WebView',
)
