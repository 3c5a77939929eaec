import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from './rig.ts'

/** The dialogs stand over whatever page is open, by its query or the menu of the header. */
export const journey: Journey = {
  title: 'The four small tools: from the header, by a deep link, with wrong and right input',
  async run({ url, page, signIn }) {
    await signIn()
    await page.goto(`${url}/scene/manage/list`)
    await ipTool(page)
    await macTool(page, url)
    await divisionTool(page, url)
    await calculationTool(page)
    await ipv6Tool(page, url)
  },
}

async function ipTool(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: '工具' }).click()
  await page.getByRole('menuitem', { name: 'IP 查询' }).click()
  const dialog = page.getByRole('dialog', { name: 'IP 查询' })
  await dialog.getByText('您当前的地址').waitFor()
  await dialog.getByText('环回地址').waitFor()
  const field = dialog.getByLabel('IP 地址')
  for (const [typed, said] of [
    ['  ', '请输入内容'],
    ['1.2.3', '不是有效的 IPv4 或 IPv6 地址'],
  ] as const) {
    await field.fill(typed)
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText(said, { exact: true }).waitFor()
  }
  await field.fill(' 202.96.209.133 ')
  await page.keyboard.press('Enter')
  await dialog.getByText('上海市', { exact: true }).waitFor()
  await dialog.getByText('中国电信', { exact: true }).waitFor()

  await dialog.getByRole('tab', { name: '批量查询' }).click()
  await dialog.getByLabel('IP 地址').fill('8.8.8.8\n192.168.1.1, 2408:8000:1010:1::8')
  await dialog.getByRole('button', { name: '全部查询' }).click()
  await dialog.getByText('3 / 3').waitFor()
  assert.equal(await dialog.getByRole('row').count(), 4)

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '', 'a closed tool is not in the address')
}

async function macTool(page: Page, url: string): Promise<void> {
  const asked = page.waitForRequest(/tool\/mac-query/)
  await page.goto(`${url}/scene/manage/list?tool=mac&tool_value=00:25:9e:12:34:56`)
  const dialog = page.getByRole('dialog', { name: 'MAC 查询' })
  await dialog.getByText('华为', { exact: true }).first().waitFor()
  assert.match((await asked).url(), /mac=00259e123456/, 'colons are not sent')
  await dialog.getByLabel('MAC 地址').fill('DA-1A-B2-C3-D4-E5')
  await dialog.getByRole('button', { name: '查询', exact: true }).click()
  await dialog.getByText('私有（随机）地址').first().waitFor()
  await dialog.getByLabel('MAC 地址').fill('router')
  await page.keyboard.press('Enter')
  await dialog.getByText('请输入 6 至 12 位十六进制数字').waitFor()
  await dialog
    .getByRole('region', { name: '最近查询' })
    .getByRole('button', { name: /00:25:9e:12:34:56/ })
    .click()
  await dialog.getByText('HUAWEI TECHNOLOGIES').waitFor()
}

async function divisionTool(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/scene/manage/list?tool=subnet`)
  const dialog = page.getByRole('dialog', { name: '子网划分与计算' })
  const divide = dialog.getByRole('button', { name: '划分', exact: true })
  // one need has to stay
  await dialog.getByRole('button', { name: '删除第 1 个子网' }).and(page.locator(':disabled')).waitFor()
  await divide.click()
  await dialog.getByRole('alert').nth(1).waitFor()
  assert.deepEqual(await dialog.getByRole('alert').allInnerTexts(), ['请输入内容', '请输入内容'])

  await dialog.getByLabel('待划分网段').fill('192.168.1.0/24')
  await need(page, 1, '访客', '50')
  await dialog.getByRole('button', { name: '添加子网' }).click()
  await need(page, 2, '办公网', '300')
  await divide.click()
  await dialog
    .getByRole('alert')
    .filter({ hasText: /共占 576 个地址.*还差 320 个/ })
    .waitFor()

  await need(page, 2, '办公网', '100')
  await divide.click()
  await dialog.getByRole('cell', { name: '192.168.1.128/26' }).waitFor()
  const rows = await dialog.getByRole('row').allInnerTexts()
  assert.match(rows[1] ?? '', /访客.*192\.168\.1\.128\/26.*50 \/ 62.*12/s, 'answers stand in the order of the needs')
  assert.match(rows[2] ?? '', /办公网.*192\.168\.1\.0\/25.*100 \/ 126/s)
  await dialog.getByRole('img', { name: /192\.168\.1\.0\/24.*75%/ }).waitFor()
  await dialog.getByRole('button', { name: '重新计算' }).click()
  assert.equal(await dialog.getByLabel('第 2 个子网的名称').inputValue(), '办公网', 'the form is as it was')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('banner').getByRole('button', { name: '工具' }).click()
  await page.getByRole('menuitem', { name: '子网划分与计算' }).click()
  assert.equal(await dialog.getByLabel('第 2 个子网的名称').inputValue(), '办公网', 'closing it loses nothing')
}

async function need(page: Page, n: number, name: string, hosts: string): Promise<void> {
  await page.getByLabel(`第 ${n} 个子网的名称`).fill(name)
  await page.getByLabel(`第 ${n} 个子网的主机数`).fill(hosts)
}

async function calculationTool(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '子网划分与计算' })
  await dialog.getByRole('tab', { name: '子网计算' }).click()
  const panel = dialog.locator('form').filter({ hasText: 'IP 地址' })
  const slider = panel.getByRole('slider', { name: '掩码长度' })
  assert.equal(await slider.inputValue(), '24')
  await slider.focus()
  await page.keyboard.press('End')
  assert.equal(await slider.inputValue(), '31', 'the slider ends at 31')
  await panel.getByRole('button', { name: '计算' }).click()
  await panel.getByText('RFC 3021').waitFor()
  await panel.getByLabel('IP 地址').fill('10.1.2.3/32')
  await panel.getByRole('button', { name: '计算' }).click()
  await panel.getByText('10.1.2.3/32', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
}

async function ipv6Tool(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/scene/manage/list?tool=ipv6`)
  const dialog = page.getByRole('dialog', { name: 'IPv6 计算' })
  assert.equal(await dialog.getByRole('slider').inputValue(), '85')
  await dialog.getByRole('button', { name: '计算' }).click()
  await dialog.getByRole('alert').getByText('请输入内容', { exact: true }).waitFor()
  await dialog.getByLabel('IPv6 地址').fill('2001:DB8::1234:5678:9abc')
  await page.keyboard.press('Enter')
  await dialog.getByText('2001:db8::17ff:ffff:ffff').waitFor()
  await dialog.getByLabel(/EUI-64/).fill('00:50:c2:aa:bb:cc')
  await dialog.getByText('2001:db8::250:c2ff:feaa:bbcc').waitFor()
}
