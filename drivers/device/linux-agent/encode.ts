import type { UcentralCommand } from '../../protocol/ucentral/protocol.ts'
import type { InvalidArgument } from '../../kit/define-protocol.ts'
import type { CommandResult, CommandVerb } from '../../kit/facts.ts'
import { countOf, listOf, numberOf, objectOf, textOf, textsOf, wholeWithin, type Loose } from '../../kit/coerce.ts'
import { armSeconds } from '../../protocol/ucentral/commit-confirm.ts'
import {
  isHost,
  readStatus,
  encodeRefresh,
  standardEncoders,
  encodeUpgrade,
  type CommandEncoders,
} from '../../protocol/ucentral/encode.ts'

const second = 1000

/** Commands of the agent: standard ones first, its extension for the rest. */
export const agentEncoders: CommandEncoders = {
  reboot: standardEncoders.reboot,
  upgrade: encodeAgentUpgrade,
  script: standardEncoders.script,
  // requested when it connects, and a user may be about to send a command
  refresh: (args) => beside(encodeRefresh(args)),
  backup: ({ uri }) => own('backup', { uri: textOf(uri, 2048) }, 300, readArchive),
  restore: ({ uri, sha256 }) => own('restore', { uri: textOf(uri, 2048), sha256: textOf(sha256, 64) }, 300),
  ping: ({ host, count }) =>
    isHost(host) ? own('ping', { host, count: wholeWithin(count, 1, 20) ?? 4 }, 60, readOutput) : { wrong: 'host' },
  trace: ({ host }) => (isHost(host) ? own('trace', { host }, 120, readOutput) : { wrong: 'host' }),
  // a user waits for the page, and the agent answers queries in parallel with other commands
  cgi: ({ type, content }) => beside(own('cgi', { type: textOf(type, 32), content: objectOf(content) }, 30, readList)),
  shell: encodeShell,
  tunnel: encodeTunnel,
  service: ({ name, action }) => own('service', { name: textOf(name, 200), action: textOf(action, 16) }, 100),
  configure: standardEncoders.configure,
  arm: ({ uuid, seconds }) =>
    own(
      'arm',
      { uuid: wholeWithin(uuid, 1, 2_147_483_647), seconds: wholeWithin(seconds, armSeconds.least, armSeconds.most) },
      30,
    ),
  confirm: ({ uuid }) => own('confirm', { uuid: wholeWithin(uuid, 1, 2_147_483_647) }, 30),
  measure: ({ lines }) => own('measure', { lines: linesOf(lines) }, 15),
  running: () => own('running', {}, 30, readRunning),
}

/** All members are required; the first missing one is named. */
function own(
  name: string,
  params: Loose,
  seconds: number,
  read?: UcentralCommand['read'],
): UcentralCommand | InvalidArgument {
  const wrong = Object.keys(params).find((key) => params[key] === undefined)
  if (wrong !== undefined) return { wrong }
  return { method: `x-belvedere.${name}`, params, timeout: seconds * second, read }
}

const beside = (said: UcentralCommand | InvalidArgument): UcentralCommand | InvalidArgument =>
  'wrong' in said ? said : { ...said, aside: true }

function encodeAgentUpgrade(args: Loose): UcentralCommand | InvalidArgument {
  const command = encodeUpgrade(args, 600 * second)
  const sha256 = textOf(args.sha256, 64)
  return 'wrong' in command || sha256 === undefined ? command : { ...command, params: { ...command.params, sha256 } }
}

function linesOf(lines: unknown): { name: string; targets: string[] }[] {
  return listOf(lines, 32).flatMap((line) => {
    const { name, targets } = objectOf(line)
    const known = textOf(name, 32)
    return known === undefined ? [] : [{ name: known, targets: textsOf(targets, 2, 64) }]
  })
}

/** Keystrokes must not wait for a running backup. */
function encodeShell(args: Loose): UcentralCommand | InvalidArgument {
  const { op, data } = args
  const session = textOf(args.session, 64)
  if (session === undefined) return { wrong: 'session' }
  const size = { cols: wholeWithin(args.cols, 1, 1000) ?? 80, rows: wholeWithin(args.rows, 1, 1000) ?? 24 }
  const said =
    op === 'open' || op === 'resize'
      ? own(`shell.${op}`, { session, ...size }, 15)
      : op === 'write'
        ? own(
            'shell.write',
            { session, data: typeof data === 'string' && data.length <= 300_000 ? data : undefined },
            15,
          )
        : op === 'close'
          ? own('shell.close', { session }, 15)
          : { wrong: 'op' }
  return beside(said)
}

/** A connection through the host must not wait for a running backup either. */
function encodeTunnel(args: Loose): UcentralCommand | InvalidArgument {
  const { op, data, host } = args
  const session = textOf(args.session, 64)
  if (session === undefined) return { wrong: 'session' }
  const text = typeof data === 'string' && data.length <= 350_000 ? data : undefined
  const members: Readonly<Record<string, Loose>> = {
    open: { session, host: textOf(host, 253), port: wholeWithin(args.port, 1, 65_535) },
    write: { session, data: text },
    ack: { session, bytes: countOf(args.bytes) },
    close: { session },
  }
  const params = typeof op === 'string' && Object.hasOwn(members, op) ? members[op] : undefined
  return params ? beside(own(`tunnel.${String(op)}`, params, 20)) : { wrong: 'op' }
}

function readArchive(result: Record<string, unknown>): CommandResult {
  const { size, sha256 } = objectOf(result.data)
  return { ...readStatus(result), data: { size: countOf(size), sha256: textOf(sha256, 64) } }
}

const MAX_OUTPUT = 256 * 1024

function readOutput(result: Record<string, unknown>): CommandResult {
  const { text } = objectOf(result.data)
  const exit = numberOf(objectOf(result.status).error) ?? 1
  return { ...readStatus(result), data: { text: typeof text === 'string' ? text.slice(0, MAX_OUTPUT) : '', exit } }
}

/** The document is passed on as it is: the compiler is responsible for its content. */
function readRunning(result: Record<string, unknown>): CommandResult {
  const { uuid, config } = objectOf(result.data)
  const status = readStatus(result)
  if (status.result !== 0) return status
  return Object.keys(objectOf(config)).length > 0
    ? { ...status, data: { uuid: countOf(uuid) ?? 0, config } }
    : { result: 1, msg: 'the device did not tell its configuration' }
}

/** The rows are passed on as the agent sent them: their columns are defined in the catalogue, not in the driver. */
function readList(result: Record<string, unknown>): CommandResult {
  const { total, list } = objectOf(result.data)
  const rows = listOf(list, 1000)
  return { ...readStatus(result), data: { total: countOf(total) ?? rows.length, list: rows } }
}

/** Verbs of this agent. Standard ones need no announcement; a reboot needs root, the others are announced. */
export function verbsOfAgent(member: Loose): CommandVerb[] {
  const announced = new Set(textsOf(member.methods, 64, 32))
  const always: readonly CommandVerb[] = ['upgrade', 'script', 'refresh']
  const verbs = Object.keys(agentEncoders) as CommandVerb[]
  return verbs.filter(
    (verb) => always.includes(verb) || announced.has(verb) || (verb === 'reboot' && member.root === true),
  )
}
