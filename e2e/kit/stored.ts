import type { Page } from 'playwright-core'
import { type Session, sessionOf } from './session.ts'

/** What the console keeps in the browser's storage below `belvedere.<name>`: base64 of JSON. Undefined when there is none. */
export async function readStored<T = any>(page: Page, name: string): Promise<T | undefined> {
  const encoded = await page.evaluate((key) => localStorage.getItem(key), `belvedere.${name}`)
  if (!encoded) return undefined
  return (JSON.parse(Buffer.from(encoded, 'base64').toString()) as { state: T }).state
}

/** Calls as the user who is signed in on the page. */
export async function userOf(page: Page): Promise<Session> {
  const { token, uid } = (await readStored<{ token: string; uid: number }>(page, 'base')) ?? { token: '', uid: 0 }
  return sessionOf(new URL(page.url()).origin, token, uid)
}
