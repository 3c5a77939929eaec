/**
 * The drawing library creates a number format for `navigator.language` when it is loaded, and some browsers on Linux
 * report a language that no format accepts (`en-US@posix`), which makes the load fail. Import this module before the
 * library.
 */
try {
  Intl.NumberFormat.supportedLocalesOf(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true })
}
