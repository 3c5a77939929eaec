import type { Journey } from './rig.ts'

export const journey: Journey = {
  title: 'Without a network the header says since when data is stale; with it again the page is asked anew',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/maintenance/log/task`)
    const header = page.getByRole('banner')
    await header.getByText('实时').waitFor()

    await page.context().setOffline(true)
    await header.getByText(/网络已断开 · 数据截至 \d\d:\d\d/).waitFor()
    const asked = page.waitForResponse((answer) => answer.url().includes('/log/task?'))
    await page.context().setOffline(false)
    await header.getByText('实时').waitFor()
    await asked

    await page.route('**/api/v1/live?*', (route) => route.abort('connectionrefused'))
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await header.getByText('正在重新连接').waitFor()
    await page.unroute('**/api/v1/live?*')
    await header.getByText('实时').waitFor({ timeout: 20_000 })
  },
}
