import { until } from '@belvedere/e2e/kit/wait.ts'
import { bareSingles } from '../kit/bare-singles.ts'
import { defineFigure, type FigureRound } from '../kit/define-figure.ts'
import { startBareServer } from '../kit/floor.ts'
import { makeHerd } from '../kit/herd.ts'
import { quantile } from '../kit/process-figures.ts'
import { rigOf } from '../kit/rig.ts'
import { sized } from '../kit/sized.ts'

/** Enough that a pause of the store or of a garbage collector does not reach one in a hundred. */
const SINGLE = sized(2000)
const DEVICES = sized(10_000)

async function single(share: number): Promise<FigureRound> {
  const { product, ids } = await rigOf(DEVICES)
  const took: number[] = []
  for (let n = 0; n < SINGLE + 20; n++) {
    const id = ids[(n * 37) % ids.length]
    const began = performance.now()
    await product.call('POST device/command/reboot', { ids: [id], wait: 5 })
    if (n >= 20) took.push(performance.now() - began)
  }
  const floor = await bareSingles(product, SINGLE)
  return { value: quantile(took, share), floor: quantile(floor, share) }
}

const bare = 'a command to a bare WebSocket client, its answer, and one committed INSERT'

export const commandMedian = defineFigure({
  name: 'command-p50',
  what: 'one command through the HTTP API to one of 10,000 devices, result durable, p50',
  must: { is: 'at most', value: 3, unit: 'ms' },
  bare,
  quick: true,
  round: () => single(0.5),
})

export const commandTail = defineFigure({
  name: 'command-p99',
  what: 'one command through the HTTP API to one of 10,000 devices, result durable, p99',
  must: { is: 'at most', value: 15, unit: 'ms' },
  bare,
  round: () => single(0.99),
})

const MANY = sized(5000)
/** Milliseconds within which every device answers, with a wide margin. */
const LIMIT_MS = 60_000

export const commandMany = defineFigure({
  name: 'command-many',
  what: 'one command to 5,000 devices at once, each result durable, against a bare fan-out with answers',
  must: { is: 'at most', value: 3, unit: '×' },
  quick: true,
  async round() {
    const { product, ids } = await rigOf(DEVICES)
    const began = performance.now()
    const { task_id } = await product.call<{ task_id: number }>('POST device/command/reboot', {
      ids: ids.slice(0, MANY),
    })
    // the task ends in the transaction that stores its last result
    const ended = async () =>
      (await product.db.query('select 1 from task where id = $1 and ended_at is not null', [task_id])).rowCount === 1
    await until('the task has ended', LIMIT_MS, ended, 5)
    const ours = performance.now() - began
    const bad = (
      await product.db.query('select count(*)::int as n from task_item where task_id = $1 and result <> 0', [task_id])
    ).rows[0].n as number
    if (bad) throw new Error(`${bad} of ${MANY} commands did not succeed`)
    const floor = await bareFan(product.caDir)
    return { value: ours / floor, floor, note: `${Math.round(ours)} ms against ${Math.round(floor)}` }
  },
})

async function bareFan(caDir: string): Promise<number> {
  const server = await startBareServer(caDir, 'idle')
  const herd = await makeHerd(caDir, MANY, 3_000_001)
  await herd.connect(server.port)
  await server.ask('fan', { count: MANY })
  const { ms } = await server.ask<{ ms: number }>('fan', { count: MANY })
  herd.stop()
  await server.stop()
  return ms
}
