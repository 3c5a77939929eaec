import { startBareServer } from '../kit/floor.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { makeHerd } from '../kit/herd.ts'
import { cpuOf, cpuOfTree, quantile } from '../kit/process-figures.ts'
import { startProduct } from '../kit/product.ts'
import { pause, register } from '../kit/rig.ts'

const DEVICES = 10_000

/** CPU a connect of a bare server with mutual TLS. */
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

export const reconnect = defineFigure({
  name: 'reconnect',
  what: '10,000 registered devices reconnecting at once after kill -9: CPU a connect against a bare mutual-TLS server',
  must: { is: 'at most', value: 1.3, unit: '×' },
  async round() {
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
    const idle = await answers(again.call, pause(5000))
    const cpu = () => cpuOf(again.pid) + cpuOfTree(again.postgresPid)
    const before = cpu()
    const beforeAlone = cpuOf(again.pid)
    const storm = herd.connect(again.devicePort, 400)
    const busy = await answers(again.call, storm)
    const { connected } = await storm
    await pause(3000)
    const ours = (cpu() - before) / DEVICES
    const alone = (cpuOf(again.pid) - beforeAlone) / DEVICES
    const state = (
      await again.db.query(
        'select count(*) filter (where online)::int as online, count(*) filter (where since > $1)::int as moved from device_state',
        [since],
      )
    ).rows[0] as { online: number; moved: number }
    herd.stop()
    const floor = await bareConnect(again.caDir)
    await again.stop()
    const note = `${(ours * 1000).toFixed(2)} ms against ${(floor * 1000).toFixed(2)} (${(alone * 1000).toFixed(2)} without the database); ${connected} back, ${state.online} online, ${state.moved} with a false outage; call p99 ${idle.toFixed(1)} ms idle, ${busy.toFixed(1)} ms in the storm`
    return { value: ours / floor, floor, note }
  },
})

/** p99 of a list call asked again and again until something else is over, ms. */
async function answers(
  call: (at: string, payload?: Record<string, unknown>) => Promise<unknown>,
  over: Promise<unknown>,
): Promise<number> {
  const took: number[] = []
  let going = true
  void over.finally(() => (going = false))
  while (going) {
    const began = performance.now()
    await call('GET device/all', { limit: 50 })
    took.push(performance.now() - began)
    await pause(20)
  }
  return quantile(took, 0.99)
}
