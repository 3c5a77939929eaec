import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { newerOf } from '../../firmware/api.ts'
import { whatRuns } from '../../intent/api.ts'
import { depthsOf } from '../../topology/api.ts'
import type { PatrolSceneView, ViewDevice } from './scene-view.ts'
import { type DeviceSeen, findScene, listAddresses, listAlarms, listSeen } from './view-store.ts'

/** The `ctx` of a call, or that of a job on behalf of an account. */
export type PatrolCtx = QueryContext & { readonly system: System; now(): number }

/** The data of all rules, read once. */
export async function readScene(at: PatrolCtx, scene_id: number): Promise<PatrolSceneView> {
  const now = at.now()
  const scene = await findScene(at, scene_id)
  if (!scene) throw refuse(commonErrors.foreignScene)
  const seen = await listSeen(at, scene_id, now)
  const ids = seen.map(({ id }) => id)
  const seenIn = seen.map(({ id, type }) => ({ id, type, scene_id }))
  const [runs, newer, depths] = [await whatRuns(at, ids), await newerOf(at, ids), await depthsOf(at, seenIn, now)]
  const devices = seen.map(
    ({ total, weak, mac: _, facts, ...device }): ViewDevice => ({
      ...device,
      facts: facts ?? {},
      runs: runs.get(device.id),
      newer: newer.get(device.id),
      wireless: { total, weak },
    }),
  )
  const byId = new Map(devices.map((device) => [device.id, device]))
  const addresses = (await listAddresses(at, scene_id)).flatMap((text) => parseIpv4(text) ?? [])
  const alarms = (await listAlarms(at, scene_id, now)).filter(({ device_id }) => byId.has(device_id))
  return { ...scene, now, scene_id, devices, byId, alarms, addresses, depths, links: linksOf(seen, byId) }
}

/** The device at each port of a device, by the neighbours that it reports. */
function linksOf(
  seen: readonly DeviceSeen[],
  byId: ReadonlyMap<number, ViewDevice>,
): Map<number, Map<string, ViewDevice>> {
  const bare = (mac: string) => mac.replaceAll(':', '').toLowerCase()
  const byMac = new Map(
    seen.flatMap(({ id, sn, mac }) => [[sn, id] as const, ...(mac ? [[bare(mac), id] as const] : [])]),
  )
  const links = new Map<number, Map<string, ViewDevice>>()
  for (const { id, facts } of seen) {
    for (const { port, mac } of facts?.neighbours ?? []) {
      const other = mac ? byId.get(byMac.get(bare(mac)) ?? 0) : undefined
      if (!other || other.id === id) continue
      const ports = links.get(id) ?? new Map<string, ViewDevice>()
      links.set(id, ports.set(port, other))
    }
  }
  return links
}
