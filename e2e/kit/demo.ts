import { demo } from '@belvedere/fleet/scenarios/demo.ts'
import { signIn } from './session.ts'
import { until } from './wait.ts'

/** Waits until every device of the demo network is there: until then rows come, and those that are there change places. */
export async function demoIsWhole(url: string): Promise<void> {
  const { ask } = await signIn(url, 'admin', 'Journey-2026')
  const online = async () => (await ask('GET device/all', { online: 1, limit: 1 })).total === demo.devices
  await until('the whole demo network is online', 60_000, online, 200)
}
