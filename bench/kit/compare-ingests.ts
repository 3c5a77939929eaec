import { ucentralAp } from '@belvedere/drivers/device/ucentral-ap/driver.ts'
import { openDatabase } from '@belvedere/server/kernel/db.ts'
import { discoverGateways } from '@belvedere/server/devices/discover-gateways.ts'
import { fairQueue, type ReportQueue } from '@belvedere/server/devices/ingest/fair-queue.ts'
import { type Ingest, type Sink, startIngest } from '@belvedere/server/devices/ingest/ingest.ts'
import type { FigureRound } from './define-figure.ts'
import { stateMessage } from './messages.ts'
import { cpuOfTree } from './process-figures.ts'
import { makeRig, register } from './rig.ts'

/** How one side differs from the product. */
interface Variation {
  sinks?(all: readonly Sink[]): readonly Sink[]
  queue?(): ReportQueue
}

const MANY = 10_000

/** Increases from round to round: the state of a device must not be newer than its reports. */
let turn = 0

/** CPU of two ways to store the same reports of 10,000 devices; `textOf` may change a message by device and turn of its side. */
export async function compareIngests(
  ours: Variation,
  floor: Variation,
  textOf = (text: string, _device: number, _turn: number): string => text,
): Promise<FigureRound> {
  const rig = await makeRig(0)
  const { product, scene_id } = rig
  const serials = Array.from({ length: MANY }, (_, n) => (0x0c_bc_00_00_00_00 + n).toString(16).padStart(12, '0'))
  const ids = await register(product.db, scene_id, serials)
  await product.db.query('insert into device_state (device_id) select id from device on conflict do nothing')
  const database = openDatabase(product.db.options.connectionString as string, 1, { pipeline: true })
  const { sinks } = await discoverGateways()
  const sideOf = ({ sinks: choose = (all) => all, queue = () => fairQueue({ teamOf: () => 1 }) }: Variation) => ({
    turns: 0,
    cpu: 0,
    ingest: startIngest({
      transaction: (work) => database.transaction(work),
      sinks: choose(sinks),
      queue: queue(),
      tell: () => {},
      onError(error) {
        throw error
      },
    }) satisfies Ingest,
  })
  const [left, right] = [sideOf(ours), sideOf(floor)]
  const play = async (side: typeof left) => {
    turn++
    side.turns++
    const before = process.cpuUsage()
    const stored = cpuOfTree(product.postgresPid)
    const at = Math.floor(Date.now() / 1000) - 3600 + turn * 60
    for (const [n, serial] of serials.entries()) {
      const text = textOf(stateMessage('large', serial, turn), n, side.turns)
      const { facts } = ucentralAp.decode('state', JSON.parse(text).params)
      if (facts) side.ingest.push({ device_id: ids[n] as number, scene_id, at, facts })
      if (n % 1000 === 999) await side.ingest.drain()
    }
    const { user, system } = process.cpuUsage(before)
    side.cpu += (user + system) / 1e6 + cpuOfTree(product.postgresPid) - stored
  }
  // both sides are compiled and know every device
  for (const side of [left, right]) await play(side)
  left.cpu = right.cpu = 0
  // the order spreads the content of every other report and the occasional work of the store over both sides
  for (const side of [left, right, right, left, left, right, right, left]) await play(side)
  await database.close()
  rig.herd.stop()
  await product.stop()
  return {
    value: left.cpu / right.cpu,
    floor: right.cpu,
    note: `${left.cpu.toFixed(2)} s of CPU against ${right.cpu.toFixed(2)} for ${4 * MANY} messages`,
  }
}
