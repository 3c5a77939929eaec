import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signIn as openSession } from './kit/session.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title:
    'A contact is added and verified by the code that went there; a robot is previewed, tried and told why it was refused',
  async run({ url, page, signIn }) {
    const codes: string[] = []
    const provider = createServer((asked, answering) => {
      const values = new URL(asked.url ?? '', 'http://provider').searchParams.get('TemplateParam')
      codes.push((JSON.parse(values ?? '{}') as { code: string }).code)
      answering.end(JSON.stringify({ Code: 'OK', BizId: '1' }))
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    try {
      const endpoint = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
      const settings = { key_id: 'LTAI', key_secret: 'secret', sign_name: '揽景', template: 'SMS_1', endpoint }
      const session = await openSession(url, 'admin', 'Journey-2026')
      await session.ask('POST send/channel', { channel: 'sms-aliyun', active: 1, settings })
      await signIn()

      await page.goto(`${url}/maintenance/alert/user/contacts`)
      await page.getByRole('button', { name: '添加联系人' }).first().click()
      const dialog = page.getByRole('dialog', { name: '添加联系人' })
      await dialog.getByLabel('名称').fill('李雷')
      await dialog.getByRole('button', { name: /通知方式/ }).click()
      await page.getByRole('option', { name: '短信' }).click()
      await dialog.getByLabel('手机号').fill('138')
      await dialog.getByRole('button', { name: '保存' }).click()
      await dialog.getByText('手机号格式不正确').waitFor()
      await dialog.getByLabel('手机号').fill('13800138000')
      await dialog.getByRole('button', { name: '保存' }).click()
      const verify = page.getByRole('dialog', { name: '验证地址' })
      await verify.getByRole('button', { name: '获取验证码' }).click()
      await until('the code has gone out', 10_000, () => codes[0])
      await verify.getByLabel('验证码').fill(codes[0] ?? '')
      await verify.getByRole('button', { name: '验证', exact: true }).click()
      const row = page.locator('tbody tr').filter({ hasText: '李雷' })
      await row.getByText('已验证').waitFor()
      await row.getByText('+86 138****8000').waitFor()

      await page
        .getByRole('tab', { name: '告警机器人' })
        .or(page.getByRole('link', { name: '告警机器人' }))
        .first()
        .click()
      await page.getByRole('button', { name: '添加机器人' }).first().click()
      const robot = page.getByRole('dialog', { name: '添加机器人' })
      await robot.getByLabel('名称').fill('值班群')
      const webhook = `${endpoint}/robot/send?access_token=0123456789abcdef`
      await robot.getByLabel('Webhook 地址').fill(webhook)
      await robot.getByRole('button', { name: '发送测试消息' }).click()
      await robot.getByText('发送失败').waitFor()
      await robot.getByText(/private network/).waitFor()
      await robot.getByLabel('消息模板').fill('{device} 出事了')
      await robot.getByText('核心交换机 出事了').waitFor()
      await robot.getByRole('button', { name: '保存' }).click()
      await page.locator('tbody tr').filter({ hasText: '值班群' }).getByText('…cdef').waitFor()
      assert.ok(!(await page.content()).includes('0123456789abcdef'), 'the secret is not on the page')
      await page.locator('tbody tr').filter({ hasText: '值班群' }).click()
      await page.getByRole('dialog').getByText('还没有通知').waitFor()
      assert.match(page.url(), /messages=\d+/)
    } finally {
      provider.closeAllConnections()
      provider.close()
    }
  },
}
