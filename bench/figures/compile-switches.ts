import { switchBase } from '@belvedere/drivers/device/ucentral-switch/base-from.ts'
import type { InterfaceFact } from '@belvedere/drivers/kit/facts.ts'
import { clear, type CompileRig, compileRound, type Furnishing, furnish } from '../kit/compile-rig.ts'
import { defineFigure } from '../kit/define-figure.ts'

const PORTS = 54
const UPLINK = `Ethernet${PORTS - 1}`

/** Ports of the n-th switch as it reports them: each switch uses different ports. */
function portOf(port: number, n: number): InterfaceFact {
  const up = port === PORTS - 1 || (n >> (port % 14)) % 2 === 0
  return {
    name: `Ethernet${port}`,
    role: 'port',
    up,
    ...(up ? { speed_mbps: port < 48 ? 1000 : 10_000, duplex: 'full' as const } : {}),
    ...(port < 48 ? { poe: { status: (n >> (port % 13)) % 2 === 0 ? 'Delivering Power' : 'Disabled' } } : {}),
  }
}

function baseOf(n: number): Record<string, unknown> {
  const interfaces = Array.from({ length: PORTS }, (_, port) => portOf(port, n))
  const base = switchBase({ platform: 'switch' }, { interfaces, address: '10.0.0.2' }, null, false)
  if (!base) throw new Error('no base')
  return base.document
}

const switches: Furnishing = {
  family: 'ucentral-switch',
  type: 2,
  capabilities: { platform: 'switch', compatible: 'Accton-AS4630-54PE' },
  uplink: UPLINK,
  base: baseOf,
  wishes: (scene) => [
    { level: 0, target_id: scene, kind: 'lan', key: 'Guests', set: { vlan: 20 } },
    { level: 0, target_id: scene, kind: 'port', key: 'Ethernet7', set: { vlan: 20, poe: 1 } },
  ],
  change: (scene, n) => ({
    level: 0,
    target_id: scene,
    kind: 'port',
    key: 'Ethernet7',
    set: { vlan: 30 + n, tagged: [20], poe: 0 },
  }),
}

let made: CompileRig | undefined

export const compileSwitches = defineFigure({
  name: 'compile-switches',
  what: 'CPU of the process while 10,000 switches of 54 ports, each with its own complete document built from its reports, are compiled after a scene-wide intent changes, against JSON.stringify of the same documents',
  must: { is: 'at most', value: 5, unit: '×' },
  async round() {
    made ??= await furnish(switches)
    return compileRound(made, switches.change)
  },
  async after() {
    await clear(made)
    made = undefined
  },
})
