import { defineFigure } from '../kit/define-figure.ts'
import { median, residentOf } from '../kit/process-figures.ts'
import { cpuFor, emptyProduct, pause, type ProductRig, rigOf } from '../kit/rig.ts'

/** Median time of one list call, ms. */
async function callTime({ product, scene_id }: ProductRig): Promise<number> {
  // the work that follows from so many new connections is not part of the cost of a list
  await pause(3000)
  const took: number[] = []
  for (let n = 0; n < 120; n++) {
    const began = performance.now()
    await product.call('GET device/all', { limit: 50, scene_id })
    if (n >= 20) took.push(performance.now() - began)
  }
  return median(took)
}

const PER_SECOND = 500
/** Work of each minute and pings of quiet devices occur equally often in each round. */
const SECONDS = 60

/** CPU seconds of the server per message, after enough messages that the code is compiled and each device has state. */
async function messageCost(rig: ProductRig): Promise<number> {
  const { herd } = rig
  const devices = herd.serials.length
  await herd.send({ each: 10_000 / devices, perSecond: 2 * PER_SECOND, kind: 'large' })
  const each = (PER_SECOND * SECONDS) / devices
  const { cpu, sent } = await cpuFor(rig, () => herd.send({ each, perSecond: PER_SECOND, kind: 'large' }))
  return cpu / sent
}

/** Resident bytes per device, with all its state, after ten messages. */
async function deviceMemory({ product, herd }: ProductRig): Promise<number> {
  await herd.send({ each: 10, perSecond: 2500, kind: 'large' })
  // the engine releases the memory of the load about eight seconds after it
  await pause(20_000)
  return (residentOf(product.pid) - (await emptyProduct())) / herd.serials.length
}

const growth = (name: string, what: string, of: (rig: ProductRig) => Promise<number>, most = 1.1) =>
  defineFigure({
    name,
    what: `from 1,000 to 10,000 devices: ${what}`,
    must: { is: 'at most', value: most, unit: '×' },
    async round() {
      const floor = await of(await rigOf(1000))
      const ours = await of(await rigOf(10_000))
      return { value: ours / floor, floor, note: `${ours.toPrecision(3)} against ${floor.toPrecision(3)}` }
    },
  })

export const growthCall = growth('growth-call', 'p50 of a list call', callTime)
export const growthMessage = growth('growth-message', 'CPU a message', messageCost)
export const growthMemory = growth('growth-memory', 'memory a device after ten messages', deviceMemory, 1.05)
