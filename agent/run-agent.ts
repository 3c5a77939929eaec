import { readCapabilities } from './host/capabilities.ts'
import { type CommandHost, makeCommander } from './command.ts'
import { type Configuration, openConfiguration } from './config/configuration.ts'
import { type GatewayConnection, type ConnectionHandlers, openConnection } from './connection/connection.ts'
import { bootId } from './facts/host.ts'
import { type LateSamples, lateType, openLateSamples } from './late/late-samples.ts'
import { startLineMeter } from './lines/line-meter.ts'
import { targetsIn } from './lines/targets.ts'
import { watchLog } from './logs/watch-log.ts'
import { type LooseJson, number } from './loose.ts'
import { makeReports, type Reports } from './reports/make-reports.ts'
import { rebootHost, rebootIsPretended } from './host/reboot.ts'
import { stateReporter } from './reports/report.ts'
import { startOver } from './install/restart.ts'
import { makeRhythm, type ReportSchedule } from './reports/rhythm.ts'
import { makeShells, type Shells } from './remote/shell.ts'
import type { StateDirectory } from './files/state-directory.ts'
import { print } from './print.ts'
import { trialMark, tryAndSwap } from './install/upgrade.ts'
import { version } from './version.ts'
import { watchLinks } from './host/watch-links.ts'

export interface AgentOptions {
  /** Seconds between two states. */
  interval: number
  /** The command line arguments that start this agent again, after its file. */
  args: readonly string[]
}

/** Runs until a signal ends it. */
export async function runAgent(directory: StateDirectory, options: AgentOptions): Promise<void> {
  const { serial } = directory.read()
  const onTrial = process.env[trialMark] === '1' && process.send !== undefined
  const began = { reason: onTrial ? 'upgrade' : await takeReason(directory) }
  const uptime = rebootIsPretended() ? () => Math.floor(process.uptime()) : undefined
  // an agent on trial measures nothing: the running one does
  const targets = () => targetsIn(directory)
  const meter = onTrial ? undefined : startLineMeter(targets, () => connection.open && void reports.state())
  const makeState = stateReporter(uptime, (line) => meter?.probesOf(line))
  const late = openLateSamples(directory, await bootId())
  const uuid = () => configuration.uuid
  const reports = makeReports({ serial, connection: () => connection, uuid, late, makeState })
  const rhythm = makeRhythm(options.interval, reports)
  const shells = makeShells(
    (news) => void reports.event('belvedere.shell', { ...news }, false),
    () => connection.backlog,
  )
  const configuration = openConfiguration(directory, () => connection.check())
  // an agent on trial does not change the host, which the running one manages
  if (!onTrial) await configuration.resume()

  const command: AgentParts['command'] = (id, method, params) => commander(id, method, params)
  const parts: AgentParts = { serial, onTrial, began, configuration, late, rhythm, shells, command }
  const connection: GatewayConnection = openConnection(
    directory,
    handlersOf(parts, () => connection),
  )
  const leave = async () => {
    stopWatch()
    stopLog?.()
    meter?.stop()
    rhythm.stop()
    shells.closeAll()
    await connection.stop()
    // the end of the connection started offline measurements; the next run continues them
    rhythm.stop()
  }
  const report = (message: 'state' | 'healthcheck', requestId?: unknown) =>
    (message === 'state' ? reports.state : reports.health)(requestId)
  const ends = endsOf(directory, options, leave, reports, connection)
  const commander = makeCommander({ directory, connection, shells, rhythm, configuration, report, ...ends })
  rhythm.alone()
  const stopWatch = watchLinks(
    (name, up) => void reports.event(up ? 'wired.carrier-up' : 'wired.carrier-down', { name }),
  )
  const stopLog = onTrial ? undefined : watchLog((batch) => void reports.event('belvedere.logs', { ...batch }, false))
  announce(began.reason, onTrial, reports)
  await endOfLife(onTrial)
  await leave()
}

interface AgentParts {
  readonly serial: string
  /** Started by the agent that it is to replace. */
  readonly onTrial: boolean
  /** The reason for the connection; after the first one: to reconnect. */
  readonly began: { reason: string }
  readonly configuration: Configuration
  readonly late: LateSamples
  readonly rhythm: ReportSchedule
  readonly shells: Shells
  command(id: number, method: string, params: LooseJson): void
}

/** Callbacks of the connection. */
function handlersOf(parts: AgentParts, connection: () => GatewayConnection): ConnectionHandlers {
  const { serial, onTrial, began, configuration, late, rhythm, shells, command } = parts
  return {
    hello: async () => ({
      serial,
      uuid: configuration.uuid,
      firmware: `Belvedere agent ${version}`,
      reason: began.reason,
      capabilities: await readCapabilities(),
    }),
    opened: () => {
      print({ zh: '已连接网关', en: 'Connected to the gateway' })
      began.reason = 'socket'
      rhythm.start()
    },
    closed: (heard) => {
      late.lost(heard)
      print({ zh: '与网关的连接已断开', en: 'The connection to the gateway ended' })
      rhythm.alone()
      shells.closeAll()
    },
    confirmed: () => {
      if (onTrial) process.send?.('connected')
    },
    command,
    note: (method, { most, series, last }) => {
      if (method === lateType) connection().tell('telemetry', late.message(serial, number(most) ?? 0))
      else if (method === 'x-belvedere.kept') late.forget(number(series) ?? 0, number(last) ?? 0)
    },
  }
}

/** Commands that end this run: a reboot of the host, another version of the agent. */
function endsOf(
  directory: StateDirectory,
  { args }: AgentOptions,
  leave: () => Promise<void>,
  { event }: Reports,
  connection: GatewayConnection,
): Pick<CommandHost, 'reboot' | 'upgrade'> {
  const { serial } = directory.read()
  const comeBack = async (reason: string) => {
    directory.change({ reason })
    await leave()
    startOver(process.argv[1] ?? '', args)
  }
  return {
    reboot: () => {
      if (rebootIsPretended()) return void comeBack('reboot')
      directory.change({ reason: 'reboot' })
      void rebootHost().then((failed) => failed && connection.event('log', { serial, severity: 3, log: failed }))
    },
    upgrade: async (content, file) => {
      event('firmware_upgrade_status', { operation: 'install' })
      await leave()
      const good = await tryAndSwap(content, file, args)
      const kept = {
        zh: '新版本未能连接网关，保留原版本',
        en: 'The new version did not reach the gateway; staying with this one',
      }
      print(good ? { zh: '升级成功', en: 'Upgraded' } : kept)
      await comeBack(good ? 'upgrade' : 'upgradefailed')
    },
  }
}

/** Events for the start of this run. */
function announce(reason: string, onTrial: boolean, { event }: Reports): void {
  if (reason === 'coldboot' || reason === 'reboot') event('device.reboot', { description: reason })
  if (reason === 'upgradefailed') event('firmware_upgrade_status', { operation: 'fail' })
  if (reason === 'upgrade' && !onTrial) event('firmware_upgrade_status', { operation: 'success' })
}

/** The reason of this run: from the last run, else whether the kernel booted since. */
async function takeReason(directory: StateDirectory): Promise<string> {
  const { reason, boot_id } = directory.read()
  const boot = await bootId()
  directory.change({ reason: undefined, boot_id: boot })
  if (reason) return reason
  if (boot_id === undefined) return 'start'
  return boot === boot_id ? 'restart' : 'coldboot'
}

function endOfLife(onTrial: boolean): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => resolve())
    // An agent on trial ends with the agent that started it.
    if (onTrial) process.once('disconnect', () => resolve())
  })
}
