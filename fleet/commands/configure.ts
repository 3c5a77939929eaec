import { inflateSync } from 'node:zlib'
import {
  applyAccessPointConfig,
  applyLinuxConfig,
  applySwitchConfig,
  accessPointReportingOf,
  type ReportIntervals,
  switchReportingOf,
} from '../config/apply-config.ts'
import { checkAccessPointConfig } from '../config/check-access-point.ts'
import { checkLinuxConfig, listOf, objectOf, type LooseDocument } from '../config/check-config.ts'
import { findClosed, findStranded } from '../config/find-stranded.ts'
import { readSwitchConfig, type SwitchConfig, vlansAfter } from '../config/switch-config.ts'
import type { NetNode } from '../model/network.ts'
import type { CommandedDevice } from '../device/commanded-device.ts'
import { seconds } from '../world.ts'
import type { PendingCommand, Params } from './command.ts'

const largestNumber = 2_147_483_647
const largestInflated = 8 << 20

/**
 * An access point needs time, stores a document before it validates it, keeps its present one when one value is invalid, and
 * queues further commands meanwhile.
 */
export function configureAccessPoint(request: PendingCommand): void {
  const { device, answer } = request
  const params = unpacked(request.params)
  const { uuid, config } = params ?? {}
  if (!params || !isNumber(uuid) || typeof config !== 'object' || config === null)
    return answer(1, 'invalid parameters', {}, { uuid: 0 })
  if (typeof params.compress === 'boolean') device.compresses = params.compress
  const before = device.stored
  const latest = before?.uuid ?? device.uuid
  // of all stored documents it uses the one with the highest number, whichever arrived last
  if (uuid >= latest) device.stored = { uuid, config: config as LooseDocument }
  const { config: next } = device.stored ?? { config: { uuid: latest } }
  if (!isNumber(next.uuid)) {
    device.stored = before
    // its answer has the number of a configuration instead of the command's
    return device.answer(latest, { error: 2, text: 'failed to load/parse the configuration' }, { uuid: 0 })
  }
  const number = next.uuid
  if (number === device.uuid) return answer(0, 'Already applied.')
  const work = device.slowConfig + device.world.timeScale * device.world.random.between(0.5, 4)
  const wait = Math.max(0, device.busyUntil - seconds()) + work
  device.busyUntil = seconds() + wait
  device.world.wheel.after(wait * 1000, () => apply(request, number, next))
}

const isNumber = (uuid: unknown): uuid is number =>
  Number.isInteger(uuid) && (uuid as number) >= 1 && (uuid as number) <= largestNumber

/** Applies a validated configuration. */
export function putInForce(device: CommandedDevice, config: LooseDocument): void {
  const { node, family, world, clock } = device
  if (family === 'switch') {
    const read = readSwitchConfig(node, config)
    const vlans = 'wrong' in read ? undefined : vlansAfter(node, read)
    if (vlans) putOnSwitch(device, config, read as SwitchConfig, vlans)
    return
  }
  device.config = config
  if (family === 'ap') report(device, accessPointReportingOf(config), config)
  if (family === 'ap') applyAccessPointConfig(node, config, world.random)
  else applyLinuxConfig(node, config)
  strand(device, findStranded(node, config, clock.site.plan.managementVlan))
}

function strand(device: CommandedDevice, stranded: boolean): void {
  if (stranded && !device.node.stranded) device.strandings++
  device.node.stranded = stranded
}

function report(device: CommandedDevice, reporting: ReportIntervals, config: LooseDocument): void {
  device.reporting = hurried(device, reporting, config)
  if (device.isConnected) device.reschedule()
}

function apply({ device, answer }: PendingCommand, uuid: number, config: LooseDocument): void {
  if (!device.isConnected) return
  const { errors, warnings, broken } = checkAccessPointConfig(device.node, config)
  if (device.refuseConfig !== undefined) errors.push(device.refuseConfig)
  const rejected = errors.length > 0 ? errors : warnings
  const applied = errors.length === 0 && !broken
  device.files?.keep(uuid, config, applied)
  if (!applied) return answer(2, 'Failed', rejected.length > 0 ? { rejected } : {}, { uuid })
  device.uuid = uuid
  putInForce(device, config)
  // a device that cut itself off cannot report that
  device.changed()
  if (warnings.length > 0) answer(1, 'Rejects', { rejected: warnings })
  else answer(0, 'Success')
}

// Configurations can request at most one message of a kind per minute; a fleet with a shorter interval keeps it.
function hurried({ world }: CommandedDevice, reporting: ReportIntervals, { metrics }: LooseDocument): ReportIntervals {
  const request = (section: 'statistics' | 'health') => objectOf(objectOf(metrics)[section]).interval !== undefined
  const { interval } = world
  if (interval >= 60) return reporting
  if (request('statistics') && reporting.state !== undefined) reporting.state = Math.min(reporting.state, interval)
  if (request('health') && reporting.health !== undefined) reporting.health = Math.min(reporting.health, 2 * interval)
  return reporting
}

function unpacked(params: Params): Params | undefined {
  if (typeof params.compress_64 !== 'string') return params
  try {
    const plain = inflateSync(Buffer.from(params.compress_64, 'base64'), { maxOutputLength: largestInflated })
    // its buffer has the length that the sender announced
    if (typeof params.compress_sz !== 'number' || plain.length > params.compress_sz) return undefined
    return { ...params, ...(JSON.parse(plain.toString('utf8')) as Params) }
  } catch {
    return undefined
  }
}

/** The agent validates the whole document before it changes anything. */
export function configureLinux({ device, params, answer }: PendingCommand): void {
  const { uuid, config } = params
  if (!Number.isInteger(uuid) || typeof config !== 'object' || config === null) return answer(1, 'invalid parameters')
  if (uuid === device.uuid) return answer(0, 'Already applied.')
  device.world.wheel.after((device.slowConfig + device.world.timeScale) * 1000, () => {
    if (!device.isConnected) return
    const rejected = checkLinuxConfig(device.node, config as LooseDocument)
    if (device.refuseConfig !== undefined) rejected.push({ parameter: '', reason: device.refuseConfig })
    if (rejected.length > 0) return answer(2, rejected[0]?.reason ?? '', { rejected })
    device.uuid = uuid as number
    putInForce(device, config as LooseDocument)
    device.changed()
    answer(0, '')
  })
}

/** A switch answers at once, sends reasons as log events before, and supports no compression. */
export function configureSwitch(request: PendingCommand): void {
  const { device } = request
  if (device.slowConfig === 0) return applyToSwitch(request)
  device.world.wheel.after(device.slowConfig * 1000, () => device.isConnected && applyToSwitch(request))
}

function applyToSwitch({ device, params, answer }: PendingCommand): void {
  const { uuid, config } = params
  const fail = (text: string) => answer(2, text, {}, { uuid: 0 })
  if (!Number.isInteger(uuid) || typeof config !== 'object' || config === null) return fail('invalid parameters')
  // from now on its messages contain the number of the last received document
  device.receivedUuid = uuid as number
  const read = readSwitchConfig(device.node, config as LooseDocument)
  if ('crash' in read) {
    device.falls++
    return device.restartClient()
  }
  const wrong = 'wrong' in read ? read.wrong : device.refuseConfig === undefined ? [] : [device.refuseConfig]
  for (const text of wrong) device.log(`uc-proto: ${text}`, 3)
  if ('wrong' in read || wrong.length > 0) return fail('Configure parse failed')
  const vlans = vlansAfter(device.node, read)
  if (!vlans) {
    device.log('uc-proto: Config apply failed. Trying to restore.', 3)
    return answer(2, '')
  }
  device.uuid = uuid as number
  for (const port of putOnSwitch(device, config as LooseDocument, read, vlans)) cycle(device, port)
  device.changed()
  answer(0, '')
}

function putOnSwitch(
  device: CommandedDevice,
  config: LooseDocument,
  read: SwitchConfig,
  vlans: NetNode['vlans'],
): string[] {
  const { node, clock } = device
  device.config = config
  // it sends events whether configured or not
  report(device, { ...switchReportingOf(config), realtime: device.reporting.realtime }, config)
  const cycled = applySwitchConfig(node, read, vlans)
  const { stranded, closed } = findClosed(node, read, clock.site.plan.managementVlan)
  strand(device, stranded)
  node.closed = closed
  return cycled
}

/** Interrupts the power of a port for a short time. */
export function cycle(device: CommandedDevice, name: string, milliseconds = 5000): void {
  const poe = device.node.ports.get(name)?.poe
  if (!poe?.enabled) return
  poe.enabled = false
  device.changed()
  device.world.wheel.after(milliseconds, () => {
    poe.enabled = true
    device.changed()
  })
}

/** `{"ports": [{name, cycle}]}` of a powercycle command. */
export function cyclePorts(device: CommandedDevice, params: Params): void {
  for (const entry of listOf(params.ports)) {
    const { name, cycle: milliseconds } = objectOf(entry)
    if (typeof name === 'string')
      cycle(device, name, typeof milliseconds === 'number' ? Math.min(60_000, milliseconds) : 5000)
  }
}
