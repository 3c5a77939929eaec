import type { Page, Request } from 'playwright-core'
import { userOf } from './kit/stored.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

/** To a server without TLS a browser opens six connections. */
const WINDOWS = 9
/** ms. Nine windows that load at once share the processor. */
const LOADED = 120_000
/** ms. A list asks again up to 10 s after news; a window that missed the end of another one waits for 60 s of silence. */
const SHOWN = 45_000
/** ms in which windows agree which one reads. */
const AGREED = 30_000

export const journey: Journey = {
  title: 'Nine windows side by side, as on a wall of screens: all load, and each shows what is new at once',
  async run({ url, page, signIn }) {
    const context = page.context()
    const streams = new Set<Request>()
    const isStream = (request: Request) => new URL(request.url()).pathname === '/api/v1/live'
    const ended = (request: Request) => void streams.delete(request)
    context.on('request', (request) => void (isStream(request) && streams.add(request)))
    context.on('requestfinished', ended)
    context.on('requestfailed', ended)
    await signIn()
    const admin = await userOf(page)
    const windows: Page[] = [page]
    while (windows.length < WINDOWS) windows.push(await context.newPage())
    await Promise.all(windows.map((one) => one.goto(`${url}/scene/manage/list`, { timeout: LOADED })))
    await Promise.all(windows.map((one) => one.getByText('还没有场景').waitFor({ timeout: LOADED })))
    const shown = async (name: string) => {
      await admin.ask('POST scene', { name })
      await Promise.all(windows.map((one) => one.getByText(name).first().waitFor({ timeout: SHOWN })))
    }
    await until('one window reads', AGREED, () => streams.size === 1)
    await shown('Wall one')
    await standsBack(page, admin.uid, () => streams.size)
    await shown('After all')
    await windows.shift()?.close()
    await shown('Wall two')
    // whichever window reads now, each of them leaves once
    while (windows.length > 1) await windows.shift()?.close()
    await shown('Wall three')
  },
}

/** A window with precedence opens and closes: the reading one stops, and one of the others continues. */
async function standsBack(page: Page, uid: number, reading: () => number): Promise<void> {
  const first = (kind: string) =>
    page.evaluate(
      ([name, kind]) => {
        const channel = new BroadcastChannel(name)
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
        channel.postMessage({ id: -1, kind })
        channel.close()
      },
      [`belvedere.live.${uid}`, kind] as const,
    )
  await first('said')
  await until('nobody reads', AGREED, () => reading() === 0)
  await first('bye')
  await until('one window reads again', AGREED, () => reading() === 1)
}
