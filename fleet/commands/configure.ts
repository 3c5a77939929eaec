import { inflateSync } from 'node:zlib'
import { applyAccessPointConfig, applySwitchConfig, type Reporting, reportingOf } from '../config/apply-config.ts'
import { checkAccessPointConfig, checkSwitchConfig, listOf, objectOf, type Loose } from '../config/check-config.ts'
import type { SimulatedDevice } from '../simulated-device.ts'
import { seconds } from '../world.ts'
import type { Asked, Params } from './answer-command.ts'

const largestNumber = 2_147_483_647
const largestInflated = 8 << 20

/** An access point takes its time, keeps what it had when one value is wrong, and queues what comes meanwhile. */
export function configureAccessPoint(asked: Asked): void {
  const { device, answer } = asked
  const params = unpacked(asked.params)
  const { uuid, config } = params ?? {}
  if (
    !params ||
    !Number.isInteger(uuid) ||
    (uuid as number) < 1 ||
    (uuid as number) > largestNumber ||
    typeof config !== 'object' ||
    config === null
  ) {
    return answer(1, 'invalid parameters', {}, { uuid: 0 })
  }
  if (uuid === device.uuid) return answer(0, 'Already applied.')
  const wait = Math.max(0, device.busyUntil - seconds()) + device.world.timeScale * device.world.random.between(0.5, 4)
  device.busyUntil = seconds() + wait
  device.world.wheel.after(wait * 1000, () => apply(asked, params, uuid as number, config as Loose))
}

/** Puts a configuration that was accepted in an earlier life into effect again. */
export function takeUp(device: SimulatedDevice, config: Loose): void {
  device.config = config
  device.reporting = {
    ...hurried(device, reportingOf(config)),
    ...(device.family === 'switch' ? { realtime: device.reporting.realtime } : {}),
  }
  if (device.family === 'switch') applySwitchConfig(device.node, config)
  else applyAccessPointConfig(device.node, config, device.world.random)
}

function apply({ device, answer }: Asked, params: Params, uuid: number, config: Loose): void {
  if (!device.isConnected) return
  const { errors, warnings } = checkAccessPointConfig(device.node, config)
  if (errors.length > 0) return answer(2, 'config was not applied', { rejected: errors })
  adopt(device, uuid, config)
  applyAccessPointConfig(device.node, config, device.world.random)
  if (typeof params.compress === 'boolean') device.compresses = params.compress
  if (warnings.length > 0) answer(1, 'config was partially applied', { rejected: warnings })
  else answer(0, 'config applied')
}

function adopt(device: SimulatedDevice, uuid: number, config: Loose): void {
  device.uuid = uuid
  device.config = config
  device.reporting = hurried(device, reportingOf(config))
  device.reschedule()
}

// Configurations cannot ask an access point for more than a state a minute; a fleet told to hurry keeps its pace.
function hurried({ world }: SimulatedDevice, reporting: Reporting): Reporting {
  if (reporting.state !== undefined && world.interval < 60) reporting.state = Math.min(reporting.state, world.interval)
  return reporting
}

function unpacked(params: Params): Params | undefined {
  if (typeof params.compress_64 !== 'string') return params
  try {
    const plain = inflateSync(Buffer.from(params.compress_64, 'base64'), { maxOutputLength: largestInflated })
    // its buffer is as long as the sender said
    if (typeof params.compress_sz !== 'number' || plain.length > params.compress_sz) return undefined
    return { ...params, ...(JSON.parse(plain.toString('utf8')) as Params) }
  } catch {
    return undefined
  }
}

/** A switch answers at once, tells reasons as log events before, and cannot unpack anything. */
export function configureSwitch({ device, params, answer }: Asked): void {
  const { uuid, config } = params
  if (
    typeof params.compress_64 === 'string' ||
    !Number.isInteger(uuid) ||
    typeof config !== 'object' ||
    config === null
  )
    return answer(2, 'configure failed')
  if (uuid === device.uuid) return answer(0, '')
  const wrong = checkSwitchConfig(device.node, config as Loose)
  if (wrong.length > 0) {
    // what it tells from now on carries the number of what it refused
    device.receivedUuid = uuid as number
    for (const text of wrong) device.log(text, 3)
    return answer(2, 'configure failed')
  }
  device.receivedUuid = undefined
  device.uuid = uuid as number
  device.config = config as Loose
  device.reporting = { ...hurried(device, reportingOf(config as Loose)), realtime: device.reporting.realtime }
  device.reschedule()
  for (const port of applySwitchConfig(device.node, config as Loose)) cycle(device, port)
  answer(0, '')
  device.changed()
}

/** Takes the current off a port for a moment. */
export function cycle(device: SimulatedDevice, name: string, milliseconds = 5000): void {
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
export function cyclePorts(device: SimulatedDevice, params: Params): void {
  for (const entry of listOf(params.ports)) {
    const { name, cycle: milliseconds } = objectOf(entry)
    if (typeof name === 'string')
      cycle(device, name, typeof milliseconds === 'number' ? Math.min(60_000, milliseconds) : 5000)
  }
}
