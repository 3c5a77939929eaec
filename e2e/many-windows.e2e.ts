import type { Page, Request } from 'playwright-core'
import { userOf } from './kit/stored.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

/** To a server without TLS a browser opens six connections. */
const WINDOWS = 9

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
    await Promise.all(windows.map((one) => one.goto(`${url}/scene/manage/list`)))
    await Promise.all(windows.map((one) => one.getByText('还没有场景').waitFor()))
    const shown = async (name: string) => {
      await admin.ask('POST scene', { name })
      await Promise.all(windows.map((one) => one.getByText(name).first().waitFor({ timeout: 15_000 })))
    }
    await until('one window reads', 5000, () => streams.size === 1)
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

/** A window that goes before all others comes and leaves: whoever reads stops, and one of them goes on. */
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
  await until('nobody reads', 5000, () => reading() === 0)
  await first('bye')
  await until('one window reads again', 5000, () => reading() === 1)
}
