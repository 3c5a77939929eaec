/**
 * A strict Content-Security-Policy ignores the `<style>` elements and `style` attributes that the terminal emulator
 * writes. While it is mounted, its `<style>` texts become constructed style sheets and its `style` attributes become
 * properties, which the policy allows. The emulator's own `documentOverride` covers only some of them.
 */
export function adoptStyles(): () => void {
  if (users++ === 0) {
    document.createElement = ((name: string, options?: ElementCreationOptions) =>
      name === 'style' ? adoptedStyle() : createPlain.call(document, name, options)) as typeof document.createElement
    HTMLSpanElement.prototype.setAttribute = setAttribute
  }
  return () => {
    if (--users > 0) return
    // Deleting the overrides restores the methods of the prototypes.
    delete (document as Partial<Document>).createElement
    delete (HTMLSpanElement.prototype as Partial<HTMLSpanElement>).setAttribute
  }
}

let users = 0
const createPlain = globalThis.document?.createElement

function setAttribute(this: HTMLSpanElement, name: string, value: string): void {
  if (name === 'style') this.style.cssText = value
  else Element.prototype.setAttribute.call(this, name, value)
}

/** Replaces a `<style>` element: its text is a style sheet of the page until it is removed. */
function adoptedStyle(): HTMLElement {
  const element = createPlain.call(document, 'span')
  const sheet = new CSSStyleSheet()
  element.hidden = true
  document.adoptedStyleSheets.push(sheet)
  Object.defineProperty(element, 'textContent', {
    set: (text: string) => {
      sheet.replaceSync(text)
    },
  })
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    Element.prototype.remove.call(element)
  }
  return element
}
