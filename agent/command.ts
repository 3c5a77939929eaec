import type { Words } from '@belvedere/contract/kit/text.ts'
import { takeTargets } from './lines/targets.ts'
import { makeBackup, sha256 } from './files/backup.ts'
import { isRoot } from './host/capabilities.ts'
import { takeCertificate } from './connection/certificate.ts'
import type { Configuration } from './config/configuration.ts'
import type { GatewayConnection } from './connection/connection.ts'
import { compact, type LooseJson, number, texts } from './loose.ts'
import { download, upload } from './connection/pinned-http.ts'
import { ping, trace } from './host/probe.ts'
import { answerQuery } from './query/answer-query.ts'
import { refuseReboot } from './host/reboot.ts'
import { reasonOf, CommandRefusal } from './refusal.ts'
import { restoreBackup } from './files/restore.ts'
import type { ReportSchedule } from './reports/rhythm.ts'
import { runScript } from './install/script.ts'
import { serviceCommands } from './host/set-service.ts'
import type { Shells } from './remote/shell.ts'
import type { StateDirectory } from './files/state-directory.ts'
import { tunnelCommands } from './remote/tunnel.ts'
import { checkPackage, isSame, largestPackage, ownFile } from './install/upgrade.ts'

/** The interface of the running agent for commands. */
export interface CommandHost {
  directory: StateDirectory
  connection: GatewayConnection
  shells: Shells
  rhythm: ReportSchedule
  configuration: Configuration
  report(message: 'state' | 'healthcheck', requestId?: unknown): Promise<void>
  reboot(): void
  upgrade(content: Buffer, file: string): void
}

/** Members of a result besides serial and uuid. `text` is empty and `error` 0 by default. */
interface ResultMembers {
  error?: number
  words?: Words
  text?: string
  data?: unknown
  /** Written to `status`, where uCentral's script puts its output. */
  result?: string
  /** Parts of a configuration that cannot be applied. */
  rejected?: LooseJson[]
}

interface Command {
  /** Runs after other commands of this kind; all other commands run at once, in parallel. */
  inTurn?: true
  run(params: LooseJson, host: CommandHost): Promise<ResultMembers> | ResultMembers
}

const commands: Readonly<Record<string, Command>> = {
  ping: { run: () => ({}) },
  request: { run: request },
  telemetry: { run: telemetry },
  configure: { run: configure },
  'x-belvedere.arm': {
    run: async ({ uuid, seconds }, { configuration }) => done(await configuration.arm(uuid, seconds)),
  },
  'x-belvedere.confirm': { run: async ({ uuid }, { configuration }) => done(await configuration.confirm(uuid)) },
  'x-belvedere.running': { run: async (_, { configuration }) => ({ data: await configuration.running() }) },
  reboot: { run: reboot },
  upgrade: { inTurn: true, run: upgrade },
  script: { inTurn: true, run: script },
  'x-belvedere.cgi': { run: async ({ type, content }) => ({ data: await answerQuery(type, content) }) },
  'x-belvedere.backup': { inTurn: true, run: backup },
  'x-belvedere.restore': { inTurn: true, run: restore },
  'x-belvedere.ping': { run: async ({ host, count }) => ({ data: { text: await ping(host, count) } }) },
  'x-belvedere.trace': { run: async ({ host }) => ({ data: { text: await trace(host) } }) },
  'x-belvedere.certificate': { run: (params, { directory }) => done(takeCertificate(directory, params)) },
  'x-belvedere.measure': { run: (params, { directory }) => done(takeTargets(directory, params)) },
  ...tunnelCommands,
  ...serviceCommands,
  'x-belvedere.shell.open': { run: openShell },
  'x-belvedere.shell.write': { run: (params, { shells }) => done(shells.write(params)) },
  'x-belvedere.shell.resize': { run: async (params, { shells }) => done(await shells.resize(params)) },
  'x-belvedere.shell.close': { run: ({ session }, { shells }) => done(shells.close(session)) },
}

const mostAtOnce = 16
const mostWaiting = 16
const largestBackup = 64 << 20

/** Executes the gateway's commands, one after the other where they change the host; never throws, always sends a result. */
export function makeCommander(host: CommandHost): (id: number, method: string, params: LooseJson) => void {
  let turn = Promise.resolve()
  let running = 0
  let waiting = 0
  const execute = async (id: number, command: Command, params: LooseJson) => {
    running++
    try {
      const { error = 0, words, text = words?.en ?? '', data, ...more } = await command.run(params, host)
      reply(id, { error, text, ...compact({ words, ...more }) }, data)
    } catch (thrown) {
      const { error, words } = reasonOf(thrown)
      reply(id, { error, text: words.en, words })
    } finally {
      running--
    }
  }
  const reply = (id: number, status: LooseJson, data?: unknown) => {
    const { serial } = host.directory.read()
    const { uuid } = host.configuration
    host.connection.answer(id, { serial, uuid, status, ...(data === undefined ? {} : { data }) })
  }
  const refuse = (id: number, words: Words) => reply(id, { error: 1, text: words.en, words })
  return (id, method, params) => {
    const command = Object.hasOwn(commands, method) ? commands[method] : undefined
    const { serial } = host.directory.read()
    if (params.serial !== undefined && params.serial !== serial)
      return refuse(id, { zh: '序列号不是本机', en: 'This is another device' })
    if (!command) return reply(id, { error: 2, text: 'Not support', words: { zh: 'Not support', en: 'Not support' } })
    if (running >= mostAtOnce || waiting >= mostWaiting) return refuse(id, { zh: '设备正忙', en: 'The device is busy' })
    if (!command.inTurn) return void execute(id, command, params)
    waiting++
    turn = turn.then(() => execute(id, command, params)).finally(() => waiting--)
  }
}

function done(_: void): ResultMembers {
  return {}
}

async function request(params: LooseJson, host: CommandHost): Promise<ResultMembers> {
  const { message, request_uuid } = params
  if (message !== 'state' && message !== 'healthcheck')
    throw new CommandRefusal(
      { zh: '只能请求 state 或 healthcheck', en: 'Only state or healthcheck can be requested' },
      {},
      1,
    )
  setImmediate(() => void host.report(message, request_uuid))
  return {}
}

function telemetry(params: LooseJson, { rhythm }: CommandHost): ResultMembers {
  const seconds = number(params.interval) ?? 0
  if (seconds > 0 && !texts(params.types).includes('state'))
    throw new CommandRefusal({ zh: '只支持 state 类型', en: 'Only the type state is supported' })
  if (rhythm.stream(Math.min(3600, seconds > 0 ? Math.max(1, seconds) : 0))) return {}
  throw new CommandRefusal({ zh: '实时上报已在进行', en: 'Telemetry is running already' })
}

async function configure({ uuid, config }: LooseJson, { configuration }: CommandHost): Promise<ResultMembers> {
  const rejected = await configuration.configure(uuid, config)
  const [first] = rejected
  if (!first) return {}
  return {
    error: 2,
    words: first.reason,
    rejected: rejected.map(({ parameter, reason }) => ({ parameter, reason: reason.en })),
  }
}

function reboot(_: LooseJson, host: CommandHost): ResultMembers {
  refuseReboot()
  // The result is sent before the host stops.
  setTimeout(host.reboot, 1000)
  return { words: { zh: '即将重启', en: 'Rebooting' } }
}

async function upgrade(params: LooseJson, host: CommandHost): Promise<ResultMembers> {
  const file = ownFile()
  const content = await download(params.uri, gateway(host.directory), largestPackage)
  const { signing_key } = host.directory.read()
  checkPackage(content, params.sha256, params.signature ?? params.FWsignature, signing_key)
  if (isSame(content, file)) return { words: { zh: '已是该版本', en: 'This version is running already' } }
  setTimeout(() => host.upgrade(content, file), 500)
  return { words: { zh: '升级包校验通过，正在切换', en: 'The package is genuine; switching over' } }
}

async function script(params: LooseJson): Promise<ResultMembers> {
  const { error, output } = await runScript(params)
  const words = error === 255 ? { zh: '脚本超时', en: 'The script ran out of time' } : undefined
  return { error, words, result: output, data: { text: output } }
}

async function backup(params: LooseJson, { directory }: CommandHost): Promise<ResultMembers> {
  const archive = await makeBackup(directory.read().serial)
  await upload(params.uri, gateway(directory), archive, 'application/gzip')
  return { data: { size: archive.length, sha256: sha256(archive) } }
}

async function restore(params: LooseJson, { directory, configuration }: CommandHost): Promise<ResultMembers> {
  if (!isRoot())
    throw new CommandRefusal({
      zh: '代理程序未以 root 运行，不能恢复配置',
      en: 'The agent does not run as root and cannot restore',
    })
  const archive = await download(params.uri, gateway(directory), largestBackup)
  if (typeof params.sha256 !== 'string' || params.sha256.toLowerCase() !== sha256(archive)) {
    throw new CommandRefusal({ zh: '备份文件的 SHA-256 不符', en: 'The backup does not have the announced SHA-256' })
  }
  const former = await makeBackup(directory.read().serial)
  directory.put('before-restore.tar.gz', former)
  configuration.keepFiles(former)
  const files = await restoreBackup(archive)
  return {
    words: {
      zh: '配置已写回，重启主机或相关服务后生效',
      en: 'Written back; it takes effect when the host or its services restart',
    },
    data: { files },
  }
}

function openShell(params: LooseJson, { shells }: CommandHost): ResultMembers {
  return { words: shells.open(params) }
}

function gateway(directory: StateDirectory) {
  const { pin, server_name: serverName } = directory.read()
  return { pin, serverName, ca: directory.pem('ca'), cert: directory.pem('cert'), key: directory.pem('key') }
}
