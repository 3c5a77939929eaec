import { Cancelled } from './refusal.ts'

let page = new AbortController()
let before = ''

/** Aborted when the page is left; all requests of a page use it. */
export function pageSignal(): AbortSignal {
  return page.signal
}

/** Cancels the pending requests of the page. */
export function leavePage(): void {
  page.abort(new Cancelled('the page was left'))
  page = new AbortController()
  before = location.pathname
}

/** Path of the previous page; empty for the first page. */
export function pageBefore(): string {
  return before
}
