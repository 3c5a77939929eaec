import { chmodSync, copyFileSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { isRoot } from '../host/capabilities.ts'
import { hasSystemd } from '../host/has-systemd.ts'
import { CommandRefusal } from '../refusal.ts'
import { runTool } from '../host/run-tool.ts'
import type { StateDirectory } from '../files/state-directory.ts'
import { ownFile } from './upgrade.ts'

const unitName = 'belvedere-agent.service'
const unitFile = `/etc/systemd/system/${unitName}`

/** The systemd unit. It restarts the agent whenever it ends: upgrades depend on it, and crashes too. */
export function unitText(node: string, file: string, directory: string, interval: number): string {
  const words = [node, file, 'run', '--dir', directory, '--interval', String(interval)].map(quoted)
  return `[Unit]
Description=Belvedere agent
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
ExecStart=${words.join(' ')}
Restart=always
RestartSec=1
SyslogIdentifier=belvedere-agent
# Remote shells and scripts end with the agent that started them.
KillMode=mixed
TimeoutStopSec=10

[Install]
WantedBy=multi-user.target
`
}

// Inside quotes systemd still expands % and $.
function quoted(word: string): string {
  const plain = word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /^[\w@:./-]+$/.test(word) ? word : `"${plain}"`
}

/** Copies the agent into its folder, writes the unit, enables and starts it. */
export async function install(directory: StateDirectory, interval: number): Promise<void> {
  demandSystemd()
  if (!directory.enrolled) throw new CommandRefusal({ zh: '请先执行 enrol 注册', en: 'Enrol first' })
  const target = directory.file('agent.mjs')
  mkdirSync(directory.path, { recursive: true, mode: 0o700 })
  const own = realpathSync(ownFile())
  if (!existsSync(target) || realpathSync(target) !== own) copyFileSync(own, target)
  chmodSync(target, 0o700)
  writeFileSync(unitFile, unitText(realpathSync(process.execPath), target, directory.path, interval), { mode: 0o644 })
  await systemctl('daemon-reload')
  await systemctl('enable', unitName)
  await systemctl('restart', unitName)
}

/** Stops the service and removes its unit; identity and folder are kept. */
export async function uninstall(): Promise<void> {
  demandSystemd()
  if (!existsSync(unitFile)) throw new CommandRefusal({ zh: '服务尚未安装', en: 'The service is not installed' })
  await systemctl('disable', '--now', unitName)
  rmSync(unitFile, { force: true })
  await systemctl('daemon-reload')
}

function demandSystemd(): void {
  if (!isRoot()) throw new CommandRefusal({ zh: '安装服务需要 root 权限', en: 'Installing the service needs root' })
  if (!hasSystemd())
    throw new CommandRefusal({
      zh: '本机不是由 systemd 管理；请用 run 在前台运行',
      en: 'This host is not managed by systemd; use run in the foreground',
    })
}

async function systemctl(...args: string[]): Promise<void> {
  const ran = await runTool('systemctl', args, { timeout: 60_000 })
  if (ran.ok) return
  const values = { command: args.join(' '), text: (ran.err || ran.out).trim().slice(0, 500) }
  throw new CommandRefusal({ zh: 'systemctl {command} 失败：{text}', en: 'systemctl {command} failed: {text}' }, values)
}
