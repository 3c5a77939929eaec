import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { sampleDevice } from '@belvedere/fleet/device/sample-device.ts'
import { clear, type CompileRig, compileRound, type Furnishing, furnish } from '../kit/compile-rig.ts'
import { defineFigure } from '../kit/define-figure.ts'

const network = (target_id: number, key: string): Edit => ({
  level: 0,
  target_id,
  kind: 'wireless',
  key,
  set: { security: 'WPA2PSKWPA3PSK', password: 'long-enough', max_clients: 60 },
})

/** Each device has a different name. */
const accessPoints: Furnishing = {
  family: 'ucentral-ap',
  type: 1,
  capabilities: sampleDevice('ap').capabilities,
  wishes: (scene, ids) => [
    ...['Staff', 'Guests', 'Tills'].map((key) => network(scene, key)),
    ...ids.map((id): Edit => ({ level: 2, target_id: id, kind: 'system', key: '', set: { name: `ap-${id}` } })),
  ],
  change: (scene, n) => ({
    level: 0,
    target_id: scene,
    kind: 'wireless',
    key: 'Guests',
    set: { security: 'WPA2PSKWPA3PSK', password: `another-${n}`, max_clients: 20 + n, hidden: 1 },
  }),
}

let made: CompileRig | undefined

export const compile = defineFigure({
  name: 'compile',
  what: 'CPU of the process while 10,000 devices are compiled after a scene-wide intent changes, read from the store and compared with their running configuration, against JSON.stringify of the same documents',
  must: { is: 'at most', value: 5, unit: '×' },
  async round() {
    made ??= await furnish(accessPoints)
    return compileRound(made, accessPoints.change)
  },
  async after() {
    await clear(made)
    made = undefined
  },
})
