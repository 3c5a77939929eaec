import assert from 'node:assert/strict'
import { signIn as signInToCalls } from './kit/session.ts'
import type { Journey } from './rig.ts'

// proves: 18, 21

export const journey: Journey = {
  title: 'Put a scene on the map by keyboard and by drag, take it back, and come back by a deep link',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/scene/manage/map`)
    await page.getByText('还没有场景').first().waitFor()
    const session = await signInToCalls(url, 'admin', 'Journey-2026')
    await session.ask('POST scene', { name: '杭州门店', lat: 30.25, lng: 120.15 })
    for (const name of ['福州门店', '厦门门店']) await session.ask('POST scene', { name, province: '福建省' })

    // what the map shows is in the list beside it
    await page.goto(`${url}/scene/manage/map?z=6&c=28,119`)
    const map = page.getByRole('application', { name: /场景地图/ })
    const seen = page.getByRole('list', { name: '地图范围内的场景' })
    await map.getByRole('button', { name: /杭州门店/ }).waitFor()
    await seen.getByText('杭州门店').waitFor()

    // regions, by what scenes name or where they are; one leads to its place
    await page.getByRole('tab', { name: '地区' }).click()
    const regions = page.getByRole('list', { name: '场景地区分布' })
    await regions.getByRole('button', { name: /福建/ }).waitFor()
    assert.match(await regions.getByRole('button', { name: /浙江/ }).innerText(), /0\/1/)
    await regions.getByRole('button', { name: /浙江/ }).click()
    await seen.getByText('杭州门店').waitFor()
    await page.goto(`${url}/scene/manage/map?z=6&c=28,119`)

    // by keyboard only: choose, move the cross, Enter
    await page.getByRole('tab', { name: /未标注 ?2/ }).click()
    await page.getByRole('button', { name: '在地图上标注“福州门店”' }).press('Enter')
    await page.getByText(/点击地图标注“福州门店”/).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const placed = map.getByRole('button', { name: /福州门店/ })
    await placed.waitFor()
    const card = page.getByRole('region', { name: '福州门店' })
    await card.getByText(/^2\d\.\d{5}, 119\.\d{5}$/).waitFor()

    // by the mouse: drag onto the map
    await page.getByText('厦门门店').dragTo(map, { targetPosition: { x: 300, y: 500 } })
    await map.getByRole('button', { name: /厦门门店/ }).waitFor()
    await page.getByText('所有场景都已标注位置').waitFor()
    await page.getByRole('button', { name: '撤销' }).last().click()
    await map.getByRole('button', { name: /厦门门店/ }).waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: /未标注 ?1/ }).waitFor()

    // its address says all of it
    await page.getByRole('tab', { name: /图中场景/ }).click()
    await placed.click()
    await page.waitForURL(/id=\d+/)
    const link = page.url()
    assert.match(link, /[?&]id=\d+/)
    await page.goto(`${url}/scene/manage/list`)
    await page.goto(link)
    await card.waitFor()
    await map.getByRole('button', { name: /福州门店/, pressed: true }).waitFor()

    // elsewhere there is nothing, and a way back
    await page.goto(`${url}/scene/manage/map?z=6&c=48,11`)
    await page.getByText('此范围内没有场景').waitFor()
    await page.getByRole('button', { name: '显示全部场景' }).last().click()
    await seen.getByText('杭州门店').waitFor()
  },
}
