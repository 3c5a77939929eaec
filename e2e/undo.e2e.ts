import assert from 'node:assert/strict'
import { userOf } from './kit/stored.ts'
import { sessionOf } from './kit/session.ts'
import type { Journey } from './rig.ts'

export const journey: Journey = {
  title:
    'Undo one operation, see why another stays, take back what somebody did since, and repeat a task where it failed',
  async run({ url, page, signIn }) {
    await signIn()
    const { token, uid } = await userOf(page)
    const { ask } = sessionOf(url, token, uid)
    const { id } = await ask('POST scene', { name: '虹桥', city: '上海' })
    await ask('PUT scene', { id, rev: 1, name: '虹桥店' })
    await ask('PUT scene', { id, rev: 2, name: '虹桥旗舰店' })
    const device = await ask('POST device/add', { sn: '02dd00000001', scene_id: id, name: '前台路由' })
    const { task_id } = await ask('POST device/command/reboot', { ids: [device.id], wait: 5 })

    await page.goto(`${url}/maintenance/log/sys?object=scene`)
    const changes = page.getByRole('row', { name: /修改场景/ })
    const dialog = page.getByRole('dialog')
    await changes.last().getByRole('button', { name: '撤销' }).click()
    await dialog.getByText(/之后已被 admin 修改/).waitFor()
    assert.equal(await dialog.getByRole('button', { name: '撤销 0 项' }).isDisabled(), true)
    await dialog.getByRole('button', { name: '取消' }).click()

    await changes.first().getByRole('button', { name: '撤销' }).click()
    await dialog.getByRole('button', { name: '撤销 1 项' }).click()
    await page.getByText('已撤销 1 项').waitFor()
    await page.getByRole('row', { name: /撤销：修改场景/ }).waitFor()
    assert.equal((await ask('GET scene', { ids: [id] })).list[0].name, '虹桥店')

    await page.reload()
    await changes.last().getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: /恢复到此前/ }).click()
    await dialog.getByText(/无法撤销|设备已经执行/).waitFor()
    await dialog.getByRole('button', { name: '撤销 2 项' }).click()
    await page.getByText(/已撤销 2 项，1 项未撤销/).waitFor()
    assert.equal((await ask('GET scene', { ids: [id] })).list[0].name, '虹桥')
    assert.equal((await ask('GET device/all', { scene_id: id })).total, 0)

    await page.goto(`${url}/maintenance/log/sys`)
    await page
      .getByRole('row', { name: /撤销：添加设备/ })
      .getByRole('button', { name: '撤销' })
      .click()
    await dialog.getByRole('button', { name: '撤销 1 项' }).click()
    await page.getByText('已撤销 1 项').waitFor()

    await page.goto(`${url}/maintenance/log/task?task_id=${task_id}&expand=${task_id}`)
    await page.getByText('设备不在线').waitFor()
    await page.getByRole('button', { name: '重试失败的设备' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '重试' }).click()
    await page.getByRole('button', { name: '查看' }).click()
    await page.getByText(`这是任务 ${task_id} 失败设备的重试`).waitFor()
  },
}
