import { deviceShell } from '@belvedere/pure/device/device-shell.ts'
import type { Abilities, InvalidArgument } from '../../kit/define-protocol.ts'
import type { UcentralCommand } from './protocol.ts'
import type { CommandResult, CommandVerb, DeviceCommand } from '../../kit/facts.ts'
import { flagOf, numberOf, objectOf, textOf, wholeWithin, type Loose } from '../../kit/coerce.ts'
import { uuidOf } from './decode.ts'
import { remarksIn } from './remarks.ts'

type CommandEncoder = (args: Loose) => UcentralCommand | InvalidArgument
export type CommandEncoders = Partial<Record<CommandVerb, CommandEncoder>>

const second = 1000
/** Timeouts of the reference gateway, by type of command. */
const wait = { short: 30 * second, script: 60 * second, long: 120 * second, download: 600 * second }

/** Standard commands that access points, switches and the Linux agent all support. */
export const standardEncoders: CommandEncoders = {
  reboot: () => ({ method: 'reboot', params: { when: 0 }, timeout: wait.short }),
  // access points then remove keys, gateway and the active configuration together; switches ignore it
  factory: ({ keep_config }) => {
    const keep_redirector = flagOf(keep_config) === false ? 0 : 1
    return { method: 'factory', params: { when: 0, keep_redirector }, timeout: wait.short }
  },
  upgrade: (args) => encodeUpgrade(args, wait.download),
  script: (args) => encodeScript(textOf(args.script, 1_000_000), wholeWithin(args.timeout, 1, 600) ?? 30, args.type),
  ping: ({ host, count }) => {
    const times = wholeWithin(count, 1, 20) ?? 4
    return isHost(host)
      ? encodeScript(deviceShell`#!/bin/sh\nping -c ${times} -W 2 ${host} 2>&1\n`, 2 * times + 10)
      : { wrong: 'host' }
  },
  trace: ({ host }) =>
    isHost(host)
      ? encodeScript(deviceShell`#!/bin/sh\ntraceroute -n -q 1 -w 2 -m 20 ${host} 2>&1\n`, 50)
      : { wrong: 'host' },
  configure: encodeConfigure,
}

/**
 * Certificates and gateway are always kept, the configuration unless a reset is requested. Firmware of before 2023 ignores
 * `keep_config`, like all unknown members, and loses its configuration.
 */
export function encodeUpgrade(args: Loose, timeout: number): UcentralCommand | InvalidArgument {
  const uri = textOf(args.uri, 2048)
  // access points insert it between double quotes into a shell command line
  if (uri === undefined || /["$`\\\s]/.test(uri)) return { wrong: 'uri' }
  const signature = textOf(args.signature, 4096)
  return {
    method: 'upgrade',
    params: {
      when: 0,
      uri,
      keep_redirector: 1,
      keep_config: flagOf(args.keep_config) === false ? 0 : 1,
      ...(signature === undefined ? {} : { signature, FWsignature: signature }),
    },
    timeout,
  }
}

const SHELL = '#!/bin/sh'

/** Result: standard output as text, exit status; 255 is the device's own time-out. */
export function encodeScript(
  script: string | undefined,
  seconds: number,
  type: unknown = 'shell',
): UcentralCommand | InvalidArgument {
  if (script === undefined) return { wrong: 'script' }
  // a device runs the text as a file: without the first line it has no interpreter
  const whole = type !== 'shell' || script.startsWith('#!') ? script : `${SHELL}\n${script}\n`
  const encoded = Buffer.from(whole, 'utf8').toString('base64')
  return {
    method: 'script',
    params: { when: 0, type, script: encoded, timeout: seconds },
    timeout: Math.max(wait.script, (seconds + 15) * second),
    read: readScript,
  }
}

const MAX_OUTPUT = 256 * 1024

/** `data` {text, exit} of a script's result. */
export function readScript(result: Record<string, unknown>): CommandResult & { data: { text: string; exit: number } } {
  const status = objectOf(result.status)
  const exit = numberOf(status.error) ?? 1
  const text = outputOf(result, status)
  const msg = exit === 0 ? '' : (textOf(status.text ?? status.txt, 1024) ?? `exit ${exit}`)
  return { result: exit === 0 ? 0 : exit === 255 ? 2 : 1, msg, data: { text, exit } }
}

/** Clients put the output in different members. Line ends are significant, so it is truncated but not cleaned. */
function outputOf(result: Loose, status: Loose): string {
  const places = [result.result, status.result, result.resultText, status.resultText, objectOf(result.data).text]
  const found = places.find((one) => typeof one === 'string' && one !== '') as string | undefined
  return (found ?? textOf(status.text ?? status.txt, 1024) ?? '').slice(0, MAX_OUTPUT)
}

/** The command of a verb in the protocol, when this device supports it. */
export function encodeCommand(
  sayings: CommandEncoders,
  { verb, args }: DeviceCommand,
  can: Abilities,
): UcentralCommand | InvalidArgument | undefined {
  return can.verbs.includes(verb) ? sayings[verb]?.(args) : undefined
}

/** Requests a state or healthcheck; complete when the message with our `request_uuid` arrives, not at the acknowledgement. */
export function encodeRefresh(args: Loose): UcentralCommand {
  const wanted = args.message === 'healthcheck' ? 'healthcheck' : 'state'
  return {
    method: 'request',
    params: { when: 0, message: wanted },
    timeout: wait.long,
    settles: (method, params, sent) =>
      method === wanted && params.request_uuid === sent.request_uuid ? { result: 0, msg: '' } : undefined,
  }
}

/**
 * The same for access points. Present firmware lacks the service behind the request for a state and refuses it, while a stream
 * begins with a state at once: a stream is started for one state, and stopped.
 */
export function encodeApRefresh(args: Loose): UcentralCommand {
  const command = encodeRefresh(args)
  return command.params['message'] === 'state' ? { ...command, otherwise: oneOfStream } : command
}

/**
 * The same for switches. Their client acknowledges the request and never sends the message; a stream begins with a state at once.
 * States do not prove which configuration is active, and a health check cannot be requested.
 */
export const encodeSwitchRefresh = ({ message }: Loose): UcentralCommand | InvalidArgument =>
  message === 'healthcheck' ? { wrong: 'message' } : oneOfStream

/** Seconds between states of a stream that is stopped after its first. */
const STREAM = 60

const oneOfStream: UcentralCommand = {
  method: 'telemetry',
  params: { when: 0, interval: STREAM, types: ['state'] },
  timeout: wait.short,
  settles: (method, params) =>
    method === 'telemetry' && objectOf(params.data).state !== undefined ? { result: 0, msg: '' } : undefined,
  afterwards: { method: 'telemetry', params: { when: 0, interval: 0, types: ['state'] }, timeout: wait.short },
}

/** A stream of states; the device programs define no end for it. */
export function encodeWatch(args: Loose): UcentralCommand | InvalidArgument {
  const interval = wholeWithin(args.seconds, 0, 60)
  if (interval === undefined) return { wrong: 'seconds' }
  return { method: 'telemetry', params: { when: 0, interval, types: ['state'] }, timeout: wait.short }
}

export function encodeLeds(args: Loose): UcentralCommand | InvalidArgument {
  const { pattern } = args
  if (pattern !== 'on' && pattern !== 'off' && pattern !== 'blink') return { wrong: 'pattern' }
  const duration = wholeWithin(args.duration, 0, 3600) ?? 30
  return { method: 'leds', params: { when: 0, pattern, duration }, timeout: wait.long }
}

/** The number is sent both beside the document and in it. An empty document would reset a device that was just adopted. */
export function encodeConfigure(args: Loose): UcentralCommand | InvalidArgument {
  const uuid = uuidOf(args.uuid)
  const config = objectOf(args.config)
  if (!uuid) return { wrong: 'uuid' }
  if (Object.keys(config).length === 0) return { wrong: 'config' }
  return {
    method: 'configure',
    params: { uuid, when: 0, config: { ...config, uuid } },
    timeout: wait.long,
    read: (result) => readConfigure(result, uuid),
    resumes: resumeConfigure,
  }
}

/** The answer was lost with the connection: the reported number of the active configuration decides. */
function resumeConfigure(config_uuid: number, sent: Record<string, unknown>): CommandResult {
  const data = { uuid: config_uuid, rejected: [] }
  if (config_uuid === sent.uuid) return { result: 0, msg: '', data }
  return { result: 1, msg: `the device came back with configuration ${config_uuid}`, data: { ...data, back: true } }
}

/**
 * 0 applied; 1 applied with parts dropped, or malformed when the number is 0; 2 not applied. A number sent again is answered
 * "Already applied.", whatever the code: the device runs the desired configuration. An answer with another number means that the
 * device has stored a higher one, which it keeps.
 */
function readConfigure(result: Record<string, unknown>, sent: number): CommandResult {
  const status = objectOf(result.status)
  const error = numberOf(status.error) ?? 2
  const uuid = uuidOf(result.uuid) ?? 0
  const text = textOf(status.text ?? status.txt, 1024) ?? ''
  const rejected = remarksIn(status.rejected ?? result.rejected)
  const data = { uuid, rejected }
  const said =
    text ||
    rejected
      .map((one) => one.text)
      .join('\n')
      .slice(0, 1024)
  const isOld = /^already applied/i.test(text)
  if (isOld && uuid > 0 && uuid !== sent) {
    const words = {
      zh: `设备已存有编号更大的配置 ${uuid}，未采用编号 ${sent}`,
      en: `The device has stored configuration ${uuid}, a higher number than ${sent}, and keeps to it`,
    }
    return { result: 1, msg: words.en, words, data }
  }
  if (error === 0 || isOld) return { result: 0, msg: '', data }
  if (error === 1 && uuid > 0) return { result: 2, msg: said, data }
  return { result: 1, msg: said || `error ${error}`, ...wordsOf(status.words), data }
}

/** The device's text about the end of a command, for methods without other data. */
export function readStatus(result: Record<string, unknown>): CommandResult {
  const status = objectOf(result.status)
  const error = numberOf(status.error)
  const text = textOf(status.text ?? status.txt ?? status.resultText, 1024) ?? ''
  if (error === 0) return { result: 0, msg: '' }
  if (error === undefined) return { result: 1, msg: text || 'answer without a status' }
  return { result: 1, msg: text || `error ${error}`, ...wordsOf(status.words) }
}

/** Our own agent gives the reason of a refusal in both languages. */
function wordsOf(value: unknown): Pick<CommandResult, 'words'> {
  const { zh, en } = objectOf(value)
  const words = { zh: textOf(zh, 1024), en: textOf(en, 1024) }
  return words.zh && words.en ? { words: { zh: words.zh, en: words.en } } : {}
}

/** A name or an address that a shell cannot read as several words or as an option. */
export function isHost(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9A-Za-z][0-9A-Za-z.:_-]{0,252}$/.test(value)
}
