import { Cancelled } from './refusal.ts'

let page = new AbortController()
let before = ''

/** Aborted when the page is left; every request of a page hangs on it. */
export function pageSignal(): AbortSignal {
  return page.signal
}

/** Cancels what the page asked for and was not answered yet. */
export function leavePage(): void {
  page.abort(new Cancelled('the page was left'))
  page = new AbortController()
  before = location.pathname
}

/** Path of the page that was left last; empty when this is the first. */
export function pageBefore(): string {
  return before
}
