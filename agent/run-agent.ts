import { readCapabilities } from './capabilities.ts'
import { makeCommander } from './command.ts'
import { openConfiguration } from './config/configuration.ts'
import { type GatewayConnection, openConnection } from './connection.ts'
import { bootId } from './facts/host.ts'
import { readHealth } from './health.ts'
import { type LateSamples, lateType, openLateSamples } from './late/late-samples.ts'
import { startLineMeter } from './lines/line-meter.ts'
import { targetsIn } from './lines/targets.ts'
import { type LooseJson, number } from './loose.ts'
import { rebootHost, rebootIsPretended } from './reboot.ts'
import { reasonOf } from './refusal.ts'
import { stateReporter } from './report.ts'
import { startOver } from './restart.ts'
import { makeRhythm, telemetryOf } from './rhythm.ts'
import { makeShells } from './shell.ts'
import type { StateDirectory } from './state-directory.ts'
import { tell } from './tell.ts'
import { trialMark, tryAndSwap } from './upgrade.ts'
import { version } from './version.ts'
import { watchLog } from './logs/watch-log.ts'
import { watchLinks } from './watch-links.ts'

export interface AgentOptions {
  /** Seconds between two states. */
  interval: number
  /** The command line that starts this very agent again, after its file. */
  args: readonly string[]
}

/** Runs until a signal ends it. */
export async function runAgent(directory: StateDirectory, options: AgentOptions): Promise<void> {
  const { serial } = directory.read()
  const onTrial = process.env[trialMark] === '1' && process.send !== undefined
  let reason = onTrial ? 'upgrade' : await takeReason(directory)
  const uptime = rebootIsPretended() ? () => Math.floor(process.uptime()) : undefined
  // one on trial measures nothing: the running one does
  const meter = onTrial
    ? undefined
    : startLineMeter(
        () => targetsIn(directory),
        () => connection.open && void state(),
      )
  const makeState = stateReporter(uptime, (line) => meter?.probesOf(line))
  const late: LateSamples = openLateSamples(directory, await bootId())
  const event = (type: string, payload: LooseJson, keep = true) =>
    connection.event('event', { serial, data: { event: [seconds(), { type, payload }] } }, keep)

  const tolerant = (work: (requestId?: unknown) => Promise<void>) => async (requestId?: unknown) => {
    try {
      await work(requestId)
    } catch (error) {
      tell({ zh: '生成报告失败：{text}', en: 'A report failed: {text}' }, { text: reasonOf(error).message })
    }
  }
  const report = (method: string, content: LooseJson, requestId?: unknown) => {
    const asked = requestId === undefined ? {} : { request_uuid: requestId }
    return connection.event(method, { serial, uuid: configuration.uuid, ...content, ...asked })
  }
  const health = tolerant(async (requestId) => void report('healthcheck', await readHealth(), requestId))
  /** A state is sent, or kept as a sample while there is nobody to send it to. */
  const stated = (method: string, contentOf: (state: LooseJson) => LooseJson) =>
    tolerant(async (requestId) => {
      const made = await makeState()
      late.measured(made, report(method, contentOf(withSince(made, late.since())), requestId))
    })
  const state = stated('state', (made) => ({ state: made }))
  const telemetry = stated('telemetry', telemetryOf)
  const rhythm = makeRhythm(options.interval, { state, health, telemetry })
  const shells = makeShells(
    (news) => void event('belvedere.shell', { ...news }, false),
    () => connection.backlog,
  )

  const configuration = openConfiguration(directory, () => connection.check())
  // an agent on trial leaves the host as the running one has it
  if (!onTrial) await configuration.resume()

  const connection: GatewayConnection = openConnection(directory, {
    hello: async () => ({
      serial,
      uuid: configuration.uuid,
      firmware: `Belvedere agent ${version}`,
      reason,
      capabilities: await readCapabilities(),
    }),
    opened: () => {
      tell({ zh: '已连接网关', en: 'Connected to the gateway' })
      reason = 'socket'
      rhythm.start()
    },
    closed: (heard) => {
      late.lost(heard)
      tell({ zh: '与网关的连接已断开', en: 'The connection to the gateway ended' })
      rhythm.alone()
      shells.closeAll()
    },
    confirmed: () => {
      if (onTrial) process.send?.('connected')
    },
    command: (id, method, params) => commander(id, method, params),
    note: (method, { most, series, last }) => {
      if (method === lateType) connection.tell('telemetry', late.message(serial, number(most) ?? 0))
      else if (method === 'x-belvedere.kept') late.forget(number(series) ?? 0, number(last) ?? 0)
    },
  })

  const leave = async () => {
    stopWatch()
    stopLog?.()
    meter?.stop()
    rhythm.stop()
    shells.closeAll()
    await connection.stop()
    // the end of the session began to measure for nobody; whoever runs next does that
    rhythm.stop()
  }
  const comeBack = async (why: string) => {
    directory.change({ reason: why })
    await leave()
    startOver(process.argv[1] ?? '', options.args)
  }
  const commander = makeCommander({
    directory,
    connection,
    shells,
    rhythm,
    configuration,
    report: (message, requestId) => (message === 'state' ? state : health)(requestId),
    reboot: () => {
      if (rebootIsPretended()) return void comeBack('reboot')
      directory.change({ reason: 'reboot' })
      void rebootHost().then((failed) => failed && connection.event('log', { serial, severity: 3, log: failed }))
    },
    upgrade: async (content, file) => {
      event('firmware_upgrade_status', { operation: 'install' })
      await leave()
      const good = await tryAndSwap(content, file, options.args)
      tell(
        good
          ? { zh: '升级成功', en: 'Upgraded' }
          : {
              zh: '新版本未能连接网关，保留原版本',
              en: 'The new version did not reach the gateway; staying with this one',
            },
      )
      await comeBack(good ? 'upgrade' : 'upgradefailed')
    },
  })
  rhythm.alone()
  const stopWatch = watchLinks((name, up) => void event(up ? 'wired.carrier-up' : 'wired.carrier-down', { name }))
  const stopLog = onTrial ? undefined : watchLog((batch) => void event('belvedere.logs', { ...batch }, false))
  if (reason === 'coldboot' || reason === 'reboot') event('device.reboot', { description: reason })
  if (reason === 'upgradefailed') event('firmware_upgrade_status', { operation: 'fail' })
  if (reason === 'upgrade' && !onTrial) event('firmware_upgrade_status', { operation: 'success' })
  await endOfLife(onTrial)
  await leave()
}

/** Why this run began: what the last one left, else whether the kernel booted since. */
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
    // An agent on trial does not outlive the one that tries it.
    if (onTrial) process.once('disconnect', () => resolve())
  })
}

/** A state that goes on counting where the samples end that are handed in beside it. */
function withSince(state: LooseJson, since: LooseJson | undefined): LooseJson {
  return since ? { ...state, 'x-belvedere': { ...(state['x-belvedere'] as LooseJson), since } } : state
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
