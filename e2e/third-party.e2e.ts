import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createSocket } from 'node:dgram'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Journey } from './rig.ts'

const PROGRAM = '/usr/sbin/snmpd'
const AUTH = 'authentic-pass-1'
const PRIV = 'private-pass-12'

/** Debian's own agent on a free port, with a user of SNMPv3. */
async function startSnmpd() {
  const dir = await mkdtemp(join(tmpdir(), 'belvedere-snmpd-'))
  const port = await freePort()
  await writeFile(
    join(dir, 'snmpd.conf'),
    `agentaddress udp:127.0.0.1:${port}\ncreateUser watcher SHA "${AUTH}" AES "${PRIV}"\nrouser watcher priv\nsysName rack-host\n`,
  )
  const child = spawn(PROGRAM, ['-f', '-Lf', join(dir, 'log'), '-C', '-c', join(dir, 'snmpd.conf')], {
    stdio: 'ignore',
    env: { MIBS: '', SNMP_PERSISTENT_DIR: join(dir, 'state') },
  })
  return {
    port,
    async stop() {
      child.kill()
      await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  return new Promise((resolve) =>
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    }),
  )
}

export const journey: Journey = {
  title: 'A host of another maker is added, tried, watched over SNMPv3, and its interfaces are shown',
  options: { flags: ['--monitor-networks', '127.0.0.0/8'] },
  async run({ page, url, signIn }) {
    if (!existsSync(PROGRAM)) return console.log('  left out: snmpd is not installed')
    const snmpd = await startSnmpd()
    try {
      await signIn()
      await page.goto(`${url}/scene/manage/list?add=1`)
      const add = page.getByRole('dialog')
      await add.getByLabel(/^场景名称/).fill('机房')
      await add.getByRole('button', { name: /^(添加|确定|保存|创建)/ }).click()
      await add.waitFor({ state: 'detached' })

      await page.goto(`${url}/config/device/other`)
      await page.getByRole('button', { name: '添加第三方设备' }).first().click()
      const dialog = page.getByRole('dialog', { name: '添加第三方设备' })
      await dialog.getByLabel(/^名称/).fill('机架主机')
      await dialog.getByLabel(/^IP 地址/).fill('127.0.0.1')
      const choose = async (label: string, option: string) => {
        await dialog.getByRole('button', { name: new RegExp(`^${label} `) }).click()
        await page.getByRole('option', { name: option, exact: true }).click()
      }
      await choose('种类', '服务器')
      await choose('方式', 'SNMP')
      await choose('版本', 'v3')
      await dialog.getByLabel(/^端口/).fill(String(snmpd.port))
      await dialog.getByLabel(/^用户名/).fill('watcher')
      await dialog.getByLabel(/^认证密码/).fill('wrong-password')
      await dialog.getByLabel(/^加密密码/).fill(PRIV)
      await dialog.getByRole('button', { name: '立即测试' }).click()
      await dialog.getByText('用户名或密钥不正确').waitFor()
      await dialog.getByLabel(/^认证密码/).fill(AUTH)
      await dialog.getByRole('button', { name: '立即测试' }).click()
      await dialog.getByText('应答正常').waitFor()
      await dialog.getByText(/rack-host · Net-SNMP/).waitFor()
      await dialog.getByRole('button', { name: /^(添加|确定|保存)/ }).click()
      await dialog.waitFor({ state: 'detached' })

      const row = page.getByRole('row', { name: /机架主机/ })
      await row.getByText('在线').waitFor()
      await row.getByText(/ ms$/).waitFor()
      await row.getByRole('button', { name: /展开/ }).click()
      await page.getByRole('tab', { name: /接口/ }).click()
      const shown = page.getByRole('region', { name: /接口/ })
      const [outward = ''] = Object.keys(networkInterfaces()).filter((name) => name !== 'lo')
      await shown.getByText(outward, { exact: true }).first().waitFor()

      await row.getByRole('button', { name: '更多操作' }).click()
      await page.getByRole('menuitem', { name: '编辑与监测设置' }).click()
      const edit = page.getByRole('dialog', { name: '编辑第三方设备' })
      assert.equal(await edit.getByLabel(/^认证密码/).inputValue(), '', 'what is kept is never shown')
      await edit.getByRole('button', { name: '立即测试' }).click()
      await edit.getByText('应答正常').waitFor()
    } finally {
      await snmpd.stop()
    }
  },
}
