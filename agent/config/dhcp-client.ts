import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { CommandRefusal } from '../refusal.ts'
import { hasTool, toolEnv } from '../host/run-tool.ts'

/** Seconds an interface may take to get its first address. */
const patience = 20

const clients: Readonly<Record<string, (device: string, pid: string) => string[]>> = {
  udhcpc: (device, pid) => ['-i', device, '-p', pid, '-t', '5', '-T', '2', '-n'],
  dhclient: (device, pid) => ['-4', '-1', '-pf', pid, '-lf', pid.replace(/pid$/, 'leases'), device],
}

/** A program that gets addresses by DHCP; undefined: the host has none. */
export const dhcpTool = (): string | undefined => Object.keys(clients).find(hasTool)

const pidFile = (device: string) => `/run/belvedere-dhcp-${device}.pid`

/** Whether a DHCP client of ours manages this interface. */
export function isLeased(device: string): boolean {
  const pid = pidOf(device)
  return pid !== undefined && existsSync(`/proc/${pid}`)
}

function pidOf(device: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile(device), 'utf8').trim())
    return Number.isInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

/** Waits for the first address; then the client runs in the background. Throws a Refusal when there is no address in time. */
export async function lease(device: string): Promise<void> {
  const tool = dhcpTool()
  if (!tool) throw new CommandRefusal({ zh: '本机没有 DHCP 客户端', en: 'The host has no DHCP client' })
  const words = clients[tool]?.(device, pidFile(device)) ?? []
  if (!(await went(tool, words))) {
    unlease(device)
    throw new CommandRefusal({ zh: '接口 {device} 没有得到地址', en: '{device} received no address' }, { device })
  }
}

/** A daemon would keep pipes open, so it gets none. */
function went(tool: string, words: readonly string[]): Promise<boolean> {
  const child = spawn(tool, [...words], { stdio: 'ignore', env: toolEnv(), detached: true })
  const timer = setTimeout(() => child.kill('SIGKILL'), patience * 1000)
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => {
      clearTimeout(timer)
      resolve(code === 0)
    })
  })
}

/** Ends our client; its address is left to the caller. */
export function unlease(device: string): void {
  const pid = pidOf(device)
  rmSync(pidFile(device), { force: true })
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
