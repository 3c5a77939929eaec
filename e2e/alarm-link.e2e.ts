import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signIn as openSession } from './kit/session.ts'
import { until } from './kit/wait.ts'
import { watchHere, watchHosts } from './kit/hosts/watched-host.ts'
import type { Journey } from './rig.ts'

interface Message {
  actions?: { words: string; url: string }[]
}

export const journey: Journey = {
  title: 'A message on an alarm is answered by its links on a telephone: acknowledged, then solved, each once',
  options: { flags: [...watchHere, '--webhook-inside', 'allow'] },
  async run({ url, page }) {
    const messages: Message[] = []
    const chat = createServer(async (asked, answering) => {
      let body = ''
      for await (const part of asked.setEncoding('utf8')) body += part
      messages.push(JSON.parse(body || '{}') as Message)
      answering.end('{}')
    })
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve))
    try {
      const session = await openSession(url, 'admin', 'Journey-2026')
      const webhook = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/chat`
      const robot = { type: 3, name: '值班群', provider: 'webhook', settings: { webhook }, links: 1 }
      await session.ask('POST alarm/user', robot)
      const name = '机架主机'
      const { id } = await session.ask<{ id: number }>('POST scene', { name: '机房' })
      const hosts = await watchHosts(session, id, [name])
      hosts.stop()
      const link = await until(
        'the chat hears of it',
        60_000,
        () => messages.flatMap(({ actions }) => actions ?? [])[0],
      )
      const { pathname, search } = new URL(link.url)

      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${url}${pathname}${search}`)
      await page.getByText('设备离线').first().waitFor()
      await page.getByText(name).first().waitFor()
      await page.getByLabel('您的姓名').fill('李雷')
      await page.getByRole('button', { name: '确认', exact: true }).click()
      await page.getByText('李雷 (值班群)').first().waitFor()
      await page.getByText('已确认').waitFor()
      assert.equal(await page.getByRole('button', { name: '确认', exact: true }).count(), 0, 'each link works once')
      await page.getByRole('button', { name: '标记为已解决' }).click()
      await page.getByText('已解决', { exact: true }).waitFor()
      const { list } = await session.ask<{ list: { account: string }[] }>('GET log/sys', { way: 'link' })
      assert.deepEqual(
        list.map(({ account }) => account),
        ['李雷 (值班群)', '李雷 (值班群)'],
      )
      await page.goto(`${url}/alarm/act?t=${'0'.repeat(75)}`)
      await page.getByText('链接无效或已过期').waitFor()
    } finally {
      chat.closeAllConnections()
      chat.close()
    }
  },
}
