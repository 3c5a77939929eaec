import { cgiCatalogue, type CgiType } from '@belvedere/contract/kit/cgi-catalogue.ts'
import { pageRows, readPaging } from '@belvedere/pure/collection/page-rows.ts'
import { listOf, objectOf } from '../config/check-config.ts'
import { linuxTables, setService } from '../documents/linux-tables.ts'
import { seconds } from '../world.ts'
import type { PendingCommand, Commands } from './command.ts'
import { backup, restore } from './backup.ts'
import { agentCommitConfirm } from './commit-confirm.ts'
import { configureLinux } from './configure.ts'
import { pingText, traceText } from './small-shell.ts'
import { request, script, telemetry } from './standard.ts'
import { tunnelCommands } from './tunnel.ts'
import { upgradeLinux } from './upgrade.ts'

/** The commands of the agent on a Linux host. */
export const linuxCommands: Commands = {
  ping: ({ answer }) => answer(0, ''),
  request,
  telemetry,
  script,
  configure: configureLinux,
  'x-belvedere.arm': agentCommitConfirm.arm,
  'x-belvedere.confirm': agentCommitConfirm.confirm,
  'x-belvedere.running': agentCommitConfirm.running,
  reboot: ({ device, answer }) => {
    answer(0, 'Rebooting')
    device.later(1, () => device.restart({ reason: 'reboot' }))
  },
  upgrade: upgradeLinux,
  'x-belvedere.cgi': cgi,
  'x-belvedere.backup': (input) => void backup(input),
  'x-belvedere.restore': (input) => void restore(input),
  'x-belvedere.ping': ({ device, params, answer }) => {
    const count = Math.min(20, Math.max(1, Number(params.count) || 4))
    device.later(count * 0.7, () => text(answer, pingText(device, String(params.host), count)))
  },
  'x-belvedere.measure': ({ device, params, answer }) => {
    const [line] = listOf(params.lines).map(objectOf)
    device.node.lineTargets = line ? listOf(line['targets']).map(String).slice(0, 2) : undefined
    answer(0, '')
  },
  'x-belvedere.trace': ({ device, params, answer }) =>
    void device.later(3, () => text(answer, traceText(device, String(params.host)))),
  'x-belvedere.service': ({ device, params, answer }) => {
    const wrong = setService(device.node, params.name, params.action)
    answer(wrong === undefined ? 0 : 2, wrong ?? '')
  },
  ...tunnelCommands,
  'x-belvedere.shell.open': ({ device, params, answer }) => {
    const wrong = device.shells.open(params.session)
    answer(wrong === undefined ? 0 : 1, wrong ?? '')
  },
  'x-belvedere.shell.write': (input) =>
    inShell(input, (session) =>
      input.device.shells.write(session, Buffer.from(String(input.params.data ?? ''), 'base64')),
    ),
  'x-belvedere.shell.resize': (input) => inShell(input, () => {}),
  'x-belvedere.shell.close': (input) => inShell(input, (session) => input.device.shells.close(session)),
}

function text(answer: PendingCommand['answer'], printed: string): void {
  answer(0, '', {}, { data: { text: printed.replace(/^!/, '') } })
}

function inShell({ device, params, answer }: PendingCommand, run: (session: string) => void): void {
  const { session } = params
  if (!device.shells.has(session)) return answer(2, 'This remote shell is closed')
  answer(0, '')
  run(session)
}

function cgi({ device, params, answer }: PendingCommand): void {
  const { type, content } = params
  if (typeof type !== 'string' || !Object.hasOwn(cgiCatalogue, type)) return answer(2, 'Not support')
  const kind = type as CgiType
  const columns = cgiCatalogue[kind].columns.map(({ key }) => key)
  const now = seconds()
  device.clock.advance(now)
  answer(0, '', {}, { data: pageRows<object>(linuxTables[kind](device.node, now), readPaging(content, columns)) })
}
