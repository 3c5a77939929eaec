import { startBareServer } from '../kit/floor.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { makeHerd } from '../kit/herd.ts'
import { cpuOf, cpuOfTree, quantile } from '../kit/process-figures.ts'
import { startProduct } from '../kit/product.ts'
import { pause, register } from '../kit/rig.ts'

const DEVICES = 10_000

/** CPU per connection of a bare server with mutual TLS. */
async function bareConnect(caDir: string): Promise<number> {
  const server = await startBareServer(caDir, 'idle')
  const herd = await makeHerd(caDir, DEVICES, 4_000_001)
  const before = cpuOf(server.pid)
  await herd.connect(server.port, 200)
  const spent = cpuOf(server.pid) - before
  herd.stop()
  await server.stop()
  return spent / DEVICES
}

interface Storm {
  /** CPU seconds per connection; `floor`: of the bare server. */
  ours: number
  floor: number
  /** Slowest call of a hundred, before the storm and during it, ms. */
  idle: number
  busy: number
  note: string
}

async function storm(): Promise<Storm> {
  const first = await startProduct()
  const { id: scene_id } = await first.call<{ id: number }>('POST scene', { name: 'Storm' })
  const herd = await makeHerd(first.caDir, DEVICES, 5_000_001)
  await register(first.db, scene_id, herd.serials)
  await herd.connect(first.devicePort, 200)
  await pause(3000)
  const since = (await first.db.query('select max(since)::text as since from device_state')).rows[0].since as string
  const ports = [Number(new URL(first.url).port), first.devicePort]
  await first.db.end()
  await first.kill('SIGKILL')
  const again = await startProduct(first.data, [...ports, 0])
  const cpu = () => cpuOf(again.pid) + cpuOfTree(again.postgresPid)
  const alone = () => cpuOf(again.pid)
  // the timed calls also use CPU, which is not part of a connection
  const [atRest, atRestAlone] = [cpu(), alone()]
  const idle = await answers(again.call, pause(5000))
  const [call, callAlone] = [(cpu() - atRest) / idle.calls, (alone() - atRestAlone) / idle.calls]
  const [before, beforeAlone] = [cpu(), alone()]
  const began = performance.now()
  const back = herd.connect(again.devicePort, 400)
  const busy = await answers(again.call, back)
  const { connected } = await back
  const took = (performance.now() - began) / 1000
  await pause(3000)
  const ours = (cpu() - before - call * busy.calls) / DEVICES
  const oursAlone = (alone() - beforeAlone - callAlone * busy.calls) / DEVICES
  const state = (
    await again.db.query(
      'select count(*) filter (where online)::int as online, count(*) filter (where since > $1)::int as moved from device_state',
      [since],
    )
  ).rows[0] as { online: number; moved: number }
  herd.stop()
  const floor = await bareConnect(again.caDir)
  await again.stop()
  const note = `${(ours * 1000).toFixed(2)} ms against ${(floor * 1000).toFixed(2)} (${(oursAlone * 1000).toFixed(2)} without the database); ${connected} back in ${took.toFixed(0)} s, ${state.online} online, ${state.moved} with a false outage; call p99 ${idle.p99.toFixed(1)} ms idle, ${busy.p99.toFixed(1)} ms in the storm`
  return { ours, floor, idle: idle.p99, busy: busy.p99, note }
}

/** Storms that one figure has measured and the other has not yet reported. */
const seen: Storm[] = []

export const reconnect = defineFigure({
  name: 'reconnect',
  what: '10,000 registered devices reconnecting at once after kill -9: CPU per connection against a bare mutual-TLS server',
  must: { is: 'at most', value: 1.3, unit: '×' },
  async round() {
    const one = await storm()
    seen.push(one)
    return { value: one.ours / one.floor, floor: one.floor, note: one.note }
  },
})

export const reconnectConsole = defineFigure({
  name: 'reconnect-console',
  what: 'p99 of a call of the console while 10,000 devices reconnect at once, against that before',
  must: { is: 'at most', value: 2, unit: '×' },
  async round() {
    const { idle, busy, note } = seen.shift() ?? (await storm())
    return { value: busy / idle, note }
  },
})

/** Repeats a list call until `over` is settled: number of calls, and p99 in ms. */
async function answers(
  call: (at: string, payload?: Record<string, unknown>) => Promise<unknown>,
  over: Promise<unknown>,
): Promise<{ calls: number; p99: number }> {
  const took: number[] = []
  let going = true
  void over.finally(() => (going = false))
  while (going) {
    const began = performance.now()
    await call('GET device/all', { limit: 50 })
    took.push(performance.now() - began)
    await pause(20)
  }
  return { calls: took.length, p99: quantile(took, 0.99) }
}
