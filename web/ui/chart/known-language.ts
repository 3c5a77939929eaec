/**
 * The drawing library makes a number format for `navigator.language` while it is loaded, and some browsers on Linux name
 * one that no format knows (`en-US@posix`): it would not load. Imported before it.
 */
try {
  Intl.NumberFormat.supportedLocalesOf(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true })
}
