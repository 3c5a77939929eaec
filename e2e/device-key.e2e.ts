import { createHash, createPublicKey } from 'node:crypto'
import { enrol } from './kit/keyed-device.ts'
import { signIn as asSession } from './kit/session.ts'
import type { Journey } from './rig.ts'

const SERIAL = '0c66aced0021'

const groups = (key: string) =>
  (
    createHash('sha256')
      .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
      .digest('hex')
      .match(/.{1,4}/g) ?? []
  ).join(' ')

export const journey: Journey = {
  title: 'Another key for a device is shown to its owner beside the bound one, and accepted',
  async run({ url, page, signIn }) {
    await signIn()
    const session = await asSession(url, 'admin', 'Journey-2026')
    const { id: scene_id } = await session.ask('POST scene', { name: '机房' })
    const newToken = () => session.ask('POST device/enrol/token', { scene_id, name: '边缘网关' })
    const { token, command } = await newToken()
    const enrolPort = Number(/:(\d+)\/install\.sh/.exec(command)?.[1])
    const { held } = await enrol({ enrolPort }, token, SERIAL)
    await page.goto(`${url}/config/device/soft`)
    await page.getByText('边缘网关').first().waitFor()

    // the host was reinstalled: its key is another one
    const { held: other } = await enrol({ enrolPort }, (await newToken()).token, SERIAL)
    const banner = page.getByRole('complementary').filter({ hasText: '设备密钥变更' })
    await banner.getByText('1 把密钥与设备绑定的不符').waitFor()
    await banner.getByRole('button', { name: '查看' }).click()
    const dialog = page.getByRole('dialog')
    for (const one of [held, other]) await dialog.getByText(groups(one.key)).waitFor()
    await dialog.getByText('127.0.0.1').waitFor()
    await dialog.getByRole('button', { name: '接受新密钥' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('接受“边缘网关”的新密钥？').waitFor()
    await question.getByRole('button', { name: '接受新密钥' }).click()
    await page.getByText('已接受新密钥').waitFor()
    await banner.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')

    // the page of the device shows both: the current key and the former one
    await page.getByRole('button', { name: '展开' }).first().click()
    await page.getByRole('tab', { name: '密钥' }).click()
    const panel = page.locator('[data-row-detail], tbody').first()
    await panel.getByText('密钥指纹（SHA-256）').waitFor()
    await page.getByText(groups(other.key)).first().waitFor()
    await page.getByText('已拒绝').waitFor()
  },
}
