import { bssidOf } from '../documents/access-point.ts'
import { objectOf } from '../config/check-config.ts'
import type { CommandedDevice } from '../device/commanded-device.ts'
import { deaf, signalBetween, strangers } from '../model/radio-signal.ts'
import { frequencyOf } from '../model/wifi.ts'
import { seconds } from '../world.ts'
import type { PendingCommand } from './command.ts'
import type { ShellResult } from './busybox.ts'
import { commitConfirmScript } from './commit-confirm.ts'
import { runScript } from './small-shell.ts'

/**
 * A requested state or healthcheck; the acknowledgement is sent first, then the message. Present firmware lacks the services
 * behind it: it refuses, and its next periodic message still contains the number of the request.
 */
export function request({ device, params, answer }: PendingCommand): void {
  const { message, request_uuid } = params
  if ((message !== 'state' && message !== 'healthcheck') || request_uuid === undefined)
    return answer(1, 'invalid parameters')
  if (device.family === 'ap' && !device.world.answersRequests) {
    device.unanswered[message] = request_uuid
    const service = message === 'state' ? 'ustats' : 'uhealth'
    return answer(1, `failed to execute ${service}`, { resultCode: 32_512 })
  }
  answer(0, 'Success')
  device.world.wheel.after(200, () => {
    if (!device.isConnected) return
    if (message === 'state') device.reportState(request_uuid)
    else device.reportHealth(request_uuid)
  })
}

/**
 * Streams states at an interval until stopped: the documentation states half an hour, the programs have no limit. With configured
 * events a stream cannot be requested.
 */
export function telemetry({ device, params, answer }: PendingCommand): void {
  const interval = Number(params.interval) || 0
  const { types } = params
  const own = objectOf(objectOf(objectOf(device.config).metrics).telemetry)
  if (Number(own.interval) > 0) return answer(3, 'Periodic telemetry is enabled')
  if (interval > 0 && !Array.isArray(types)) return answer(2, 'Invalid Arguments')
  if (!interval) {
    device.streaming?.cancel()
    device.streaming = undefined
    return answer(0, 'Success')
  }
  if (device.streaming) return answer(2, 'Invalid Arguments')
  answer(0, 'Success')
  stream(device, interval, Array.isArray(types) && types.includes('state'))
}

export function stream(device: CommandedDevice, interval: number, states: boolean): void {
  if (!device.isConnected) {
    device.streaming = undefined
    return
  }
  const { serial, family } = device
  const uuid = device.receivedUuid ?? device.uuid
  const state = device.state(false)
  const at = Math.floor(seconds())
  const data = {
    ...(states ? { state: [[at, family === 'linux' ? state : { uuid, serial, state }]] } : {}),
    ...(family === 'switch' ? { timestamp: at } : {}),
  }
  device.send('telemetry', { data })
  device.streaming = device.world.wheel.after(interval * 1000, () => stream(device, interval, states))
}

const mostOutput = 256 * 1024

/** `diagnostic` reports on the device; `shell` supports a few commands; anything else is refused. */
export function script({ device, params, answer }: PendingCommand): void {
  const { type } = params
  const text = typeof params.script === 'string' ? Buffer.from(params.script, 'base64') : undefined
  if (type === 'diagnostic') return done(device, answer, { exit: 0, text: diagnosis(device) })
  if (type !== 'shell' || !text) return answer(2, 'invalid script')
  if (params.script !== '' && text.length === 0) return answer(2, 'bad base64')
  const source = text.toString('utf8')
  if (device.family === 'ap' && device.world.restricted) return answer(3, '', { result: 'invalid signature' })
  // without its first line the file has no interpreter
  if (device.family === 'ap' && !source.startsWith('#!')) return done(device, answer, { exit: 126, text: '' })
  const own = device.family === 'ap' ? commitConfirmScript(device, source) : undefined
  if (own) return void device.later(0.3, () => void obeyed(device, answer, own))
  const wait = /\bping\b|traceroute/.test(source) ? 3 : 0.3
  device.later(wait, () => device.isConnected && done(device, answer, runScript(device, source)))
}

async function obeyed(
  device: CommandedDevice,
  answer: PendingCommand['answer'],
  own: Promise<ShellResult> | ShellResult,
) {
  const reported = await own
  if (device.isConnected) done(device, answer, reported)
}

function done(
  device: CommandedDevice,
  answer: PendingCommand['answer'],
  { exit, text }: { exit: number; text: string },
): void {
  const result = text.slice(0, mostOutput)
  const data = device.family === 'linux' ? { data: { text: result } } : {}
  answer(exit, exit === 0 ? 'Success' : 'script returned an error', { result }, data)
}

function diagnosis(device: CommandedDevice): string {
  const commands = ['uname', 'uptime', 'free', 'ip addr', 'ip route']
  return commands.map((line) => `== ${line} ==\n${runScript(device, line).text}`).join('\n')
}

/** Networks received by the radios: the site's other access points and foreign ones. */
export function wifiScan({ device, params, answer }: PendingCommand): void {
  const bands = Array.isArray(params.bands) ? params.bands.map((band) => String(band)[0]) : []
  device.later(8, () => device.isConnected && answer(0, 'Success', { scan: heardNetworks(device, bands) }))
}

function heardNetworks({ clock, node }: CommandedDevice, bands: (string | undefined)[]) {
  const own = clock.site.aps.filter((ap) => ap !== node && ap.reachable)
  const found = own.flatMap((ap) =>
    ap.ssids.flatMap((ssid, s) =>
      ap.radios.flatMap(({ band, channel, enabled, power }, r) => {
        const signal = signalBetween(clock.site.aps, node, ap, band, power)
        const wanted = bands.length === 0 || bands.includes(band[0])
        if (!enabled || !ssid.bands.includes(band) || !wanted || signal < deaf) return []
        return [{ bssid: bssidOf(ap, s, r), ssid: ssid.name, channel, frequency: frequencyOf(band, channel), signal }]
      }),
    ),
  )
  return [...found.slice(0, 300), ...strangers(node, bands)]
}

/** Executed, never answered. */
export function rrm({ device, params }: PendingCommand): void {
  for (const value of Array.isArray(params.actions) ? params.actions : []) {
    const action = objectOf(value)
    if (action.action === 'kick') kick(device, String(action.addr).toLowerCase(), Number(action.ban_time ?? 30))
    else if (action.action === 'channel_switch')
      retune(
        device,
        action.bssid,
        (radio) => device.node.mayUse(radio.band, Number(action.channel)) && (radio.channel = Number(action.channel)),
      )
    else if (action.action === 'tx_power')
      retune(device, action.bssid, (radio) => (radio.power = Math.max(0, Math.min(30, Number(action.level) || 0))))
  }
}

function kick(device: CommandedDevice, mac: string, ban: number): void {
  for (const terminal of device.node.stations) {
    if (terminal.mac !== mac) continue
    terminal.bannedUntil = seconds() + Math.max(0, Math.min(86_400, ban))
    device.tell('client.leave', { client: mac })
    terminal.leave()
    terminal.decideAt = terminal.bannedUntil + 1
  }
}

function retune(
  device: CommandedDevice,
  bssid: unknown,
  change: (radio: CommandedDevice['node']['radios'][number]) => unknown,
): void {
  const { node } = device
  node.radios.forEach((radio, r) => {
    if (node.ssids.some((_, s) => bssidOf(node, s, r) === String(bssid).toLowerCase())) change(radio)
  })
}
