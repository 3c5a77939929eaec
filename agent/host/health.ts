import { cpus } from 'node:os'
import files from 'node:fs/promises'
import { readRoutes, wanDevices } from '../facts/routes.ts'
import { readUnit } from '../facts/unit.ts'

/** `sanity` 0 to 100 and the checks that reduced it. */
export async function readHealth(): Promise<{ sanity: number; data: Record<string, unknown> }> {
  const [unit, routes, disk] = await Promise.all([
    readUnit(Math.floor(Date.now() / 1000)),
    readRoutes(),
    files.statfs?.('/'),
  ])
  const cores = Math.max(1, cpus().length)
  const checks = {
    memory: unit.memory.total > 0 && unit.memory.available / unit.memory.total < 0.05,
    load: unit.load[1] > 4 * cores,
    disk: disk !== undefined && disk.blocks > 0 && disk.bavail / disk.blocks < 0.03,
    temperature: (unit.temperature?.[1] ?? 0) > 95,
    default_route: wanDevices(routes).length === 0,
  }
  const failed = Object.entries(checks).filter(([, wrong]) => wrong)
  return {
    sanity: Math.max(0, 100 - 25 * failed.length),
    data: Object.fromEntries(failed.map(([name]) => [name, false])),
  }
}
