import { isRoot } from './capabilities.ts'
import { hasSystemd } from './has-systemd.ts'
import { CommandRefusal } from '../refusal.ts'
import { hasTool, runTool } from './run-tool.ts'

/** For tests and demonstrations: the agent disconnects and reconnects as if the host had rebooted. */
export const rebootIsPretended = (): boolean => process.env.BELVEDERE_AGENT_NO_REBOOT === '1'

export function refuseReboot(): void {
  if (rebootIsPretended()) return
  if (!isRoot())
    throw new CommandRefusal({
      zh: '代理程序未以 root 运行，不能重启主机',
      en: 'The agent does not run as root and cannot reboot the host',
    })
  if (!hasSystemd() && !hasTool('reboot'))
    throw new CommandRefusal({ zh: '本机没有 reboot 命令', en: 'This host has no reboot command' })
}

/** Calls the service manager, else the reboot tool. Returns an error text when both fail. */
export async function rebootHost(): Promise<string | undefined> {
  const request = hasSystemd() ? await runTool('systemctl', ['reboot']) : await runTool('reboot', [])
  if (request.ok) return undefined
  const forced = await runTool('reboot', [])
  return forced.ok ? undefined : (forced.err || request.err || 'reboot failed').trim().slice(0, 500)
}
