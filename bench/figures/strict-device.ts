import { checkAccessPointConfig } from '@belvedere/fleet/config/check-access-point.ts'
import type { LooseDocument } from '@belvedere/fleet/config/check-config.ts'
import type { DeviceClient, WireMessage } from '@belvedere/fleet/client/device-client.ts'
import { builtConfig } from '@belvedere/fleet/documents/built-config.ts'
import { Fleet } from '@belvedere/fleet/fleet.ts'
import { demo } from '@belvedere/fleet/scenarios/demo.ts'
import type { SimulatedDevice } from '@belvedere/fleet/device/simulated-device.ts'
import { defineFigure } from '../kit/define-figure.ts'

const MESSAGES = 20_000
const TURNS = 7

interface StrictDeviceRig {
  devices: SimulatedDevice[]
  /** Handles one frame as a device does, until its answer is sent. */
  handle(device: SimulatedDevice, frame: string): void
}

/** Devices of the demo network without a connection: their messages are dropped, and the bench sets their clock. */
function furnish(): StrictDeviceRig {
  const certificates = { key: '', ca: '', certificates: new Map() } as never
  const fleet = new Fleet({
    scenario: demo,
    devices: demo.devices,
    host: '',
    port: 0,
    interval: 60,
    timeScale: 0,
    fast: true,
    seed: 1,
    share: { index: 0, of: 1 },
    certificates,
  } as never)
  const due: (() => void)[] = []
  Object.assign(fleet.world, { wheel: { after: (_: number, run: () => void) => (due.push(run), { cancel() {} }) } })
  const client = { isOpen: true, sendText: () => true } as unknown as DeviceClient
  const devices = [...fleet.devices.values()].filter(({ node }) => node.model.type === 'ap')
  for (const device of devices) device.client = client
  return {
    devices,
    handle(device, frame) {
      due.length = 0
      const { id, method, params } = JSON.parse(frame) as WireMessage
      device.heard(client, { id, ...(method && { method }), ...(params && { params }), text: frame } as WireMessage)
      due[0]?.()
    },
  }
}

function cpuOf(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

export const strictDevice = defineFigure({
  name: 'strict-device',
  what: 'CPU of a simulated access point that takes a configuration, from the frame to its answer, with its document checked as its firmware does, against the same without the check',
  must: { is: 'at most', value: 1.3, unit: '×' },
  round() {
    const { devices, handle } = furnish()
    const configs = devices.map(({ node }) => builtConfig(node))
    const frames = devices.map(
      ({ serial }, n) =>
        (uuid: number) =>
          JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'configure',
            params: { serial, uuid, when: 0, config: { ...configs[n], uuid } },
          }),
    )
    let uuid = 1_900_000_000
    const whole: number[] = []
    const check: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const texts = Array.from({ length: MESSAGES }, (_, n) =>
        (frames[n % frames.length] as (uuid: number) => string)(++uuid),
      )
      whole.push(
        cpuOf(() => {
          for (let n = 0; n < MESSAGES; n++) handle(devices[n % devices.length] as SimulatedDevice, texts[n] as string)
        }),
      )
      let wrong = 0
      check.push(
        cpuOf(() => {
          for (let n = 0; n < MESSAGES; n++) {
            const at = n % devices.length
            const { errors } = checkAccessPointConfig(
              (devices[at] as SimulatedDevice).node,
              configs[at] as LooseDocument,
            )
            wrong += errors.length
          }
        }),
      )
      if (wrong > 0 || devices[0]?.uuid === 0) throw new Error('a configuration was refused')
    }
    if (!devices.every((device) => device.uuid > 1_900_000_000)) throw new Error('a configuration was not applied')
    const [all, own] = [Math.min(...whole), Math.min(...check)]
    const each = (ms: number) => ((ms / MESSAGES) * 1000).toFixed(1)
    return Promise.resolve({
      value: all / (all - own),
      floor: all - own,
      note: `${each(all)} µs a configuration, ${each(own)} of them the check`,
    })
  },
})
