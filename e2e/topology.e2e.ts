import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { signIn as sessionIn } from './kit/session.ts'
import { comesTrue, pause, until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

interface Network {
  nodes: {
    id: string
    device_id: number | null
    name: string
    status: number
    type: number | null
    parent: string | null
    x: number | null
  }[]
  edges: { from: string; to: string; state: number }[]
}

export const journey: Journey = {
  title:
    'The topology shows a link that goes within a second, and on the slider how it was before and what differs; a node moved stays',
  options: { demo: true },
  async run({ url, page, signIn }) {
    const session = await sessionIn(url, 'admin', 'Journey-2026')
    const { list } = await session.ask<{ list: { id: number; name: string }[] }>('GET scene/option', {})
    const scene = list.find(({ name }) => name.includes('湖畔酒店'))
    const draw = () => session.ask<Network>('GET scene/topology', { scene_id: scene?.id })
    const isWhole = ({ nodes, edges }: Network) =>
      edges.length >= nodes.length - 1 && nodes.length > 9 && nodes.every(({ status, x }) => status === 1 && x !== null)
    await until('everybody is linked', 60_000, async () => isWhole(await draw()), 300)
    // three seconds before the outage to come, all is well
    await pause(3_000)
    const { nodes } = await draw()
    const ap =
      nodes.find(({ type, name }) => type === 1 && /2F|二楼|Second/.test(name)) ?? nodes.find(({ type }) => type === 1)
    assert.ok(ap?.parent, 'an access point has a way out')

    await signIn()
    await page.goto(`${url}/scene/topology/index?span=3600`)
    await page.getByRole('button', { name: /湖畔酒店/ }).waitFor()
    await page.getByRole('application').waitFor()
    await comesTrue(page, () => document.querySelector('canvas')?.width)
    assert.equal(await reds(page), 0, 'nothing is wrong yet')

    await session.ask('POST device/command/reboot', { ids: [ap.device_id] })
    const isAway = async () => (await draw()).nodes.find(({ id }) => id === ap.id)?.status === 0
    await until('it has gone', 30_000, isAway, 200)
    const known = performance.now()
    await comesTrue(page, redPixels)
    const late = performance.now() - known
    // how long it takes to ask and to look, on a machine that may be busy with other work
    await draw()
    await reds(page)
    const look = performance.now() - known - late
    assert.ok(late < 1000 + 2 * look, `a link that went is drawn ${Math.round(late)} ms later`)

    // the moment it went, then one before it: nothing was wrong
    await page.getByRole('button', { name: '上一次中断' }).click()
    await page.waitForURL(/[?&]at=\d+/)
    await comesTrue(page, redPixels)
    const went = Number(new URL(page.url()).searchParams.get('at'))
    await page.goto(`${url}/scene/topology/index?span=3600&at=${went - 2}`)
    await page.getByRole('application').waitFor()
    await until('nothing is red', 15_000, async () => (await reds(page)) === 0)

    // both moments beside each other: who went is named, and marked
    await page.goto(`${url}/scene/topology/index?span=3600&vs=${went - 2}&at=${went}`)
    const compared = page.getByRole('region', { name: '两个时刻的对比' })
    await compared.getByRole('listitem').filter({ hasText: '离线' }).filter({ hasText: ap.name }).waitFor()
    await comesTrue(page, redPixels)
    await compared.getByRole('button', { name: '结束对比' }).click()
    await compared.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '实时' }).click()

    // the simulated firewall answers with who is in its network: the router behind it
    const gateway = nodes.find(({ type }) => type === 4)
    assert.ok(gateway)
    await page.getByRole('button', { name: '扫描网络' }).click()
    await page.getByRole('button', { name: '开始扫描' }).click()
    await page.getByText('模拟设备，结果来自模拟网络').waitFor({ timeout: 30_000 })
    await page.getByRole('dialog').getByRole('row').filter({ hasText: gateway.name }).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: '列表' }).click()
    await page.getByRole('row', { name: new RegExp(ap.name.slice(0, 6)) }).waitFor()
    await page.getByRole('button', { name: '拓扑图' }).click()
    await moveByHand(page)
    await page.reload()
    await page.getByRole('application').waitFor()
    const root = async () => (await draw()).nodes.find(({ id }) => id === 'i')?.x
    const before = nodes.find(({ id }) => id === 'i')?.x
    await until('it stays where it was put', 15_000, async () => (await root()) === (before ?? 0) + 20, 100)
  },
}

/** Pixels of the drawing in the colour of what is down. */
function redPixels(): number {
  const canvas = document.querySelector('canvas')
  const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  let count = 0
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === 0xdc && data[at + 1] === 0x3a && data[at + 2] === 0x2e) count++
  return count
}

const reds = (page: Page) => page.evaluate(redPixels)

/** The first node under the keys, one step to the right. */
async function moveByHand(page: Page): Promise<void> {
  const drawing = page.getByRole('application')
  await drawing.focus()
  await page.keyboard.press('ArrowDown')
  const saved = page.waitForResponse('**/api/v1/scene/topology/place')
  await page.keyboard.press('Control+ArrowRight')
  await saved
}
