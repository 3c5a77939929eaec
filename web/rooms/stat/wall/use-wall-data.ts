import type { CallSpec, In } from '@belvedere/contract/kit/define-calls.ts'
import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { mapCalls } from '@belvedere/contract/rooms/scene/map.ts'
import { alarmCalls } from '@belvedere/contract/rooms/stat/alarm.ts'
import { deviceCalls } from '@belvedere/contract/rooms/stat/device.ts'
import { sceneCalls } from '@belvedere/contract/rooms/stat/scene.ts'
import { terminalCalls } from '@belvedere/contract/rooms/stat/terminal.ts'
import { trafficCalls } from '@belvedere/contract/rooms/stat/traffic.ts'
import { useConnection } from '../../../kit/live/live.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'

const everything = {}
const topFive = { limit: 5 }
const newest = { state: 0, limit: 30 } as const
/** Milliseconds after which a number is refetched without updates. */
const LATEST = 30_000
/** The same for values that change slowly: a curve of a day. */
const SLOW = 60_000

/** The same call with other topics: data of all scenes is not refetched after every report of a device. */
const hearing = <C extends CallSpec>(spec: C, ...shows: string[]): C => ({ ...spec, shows })

const calls = {
  scenes: hearing(sceneCalls.count, 'scene', 'presence', 'alarm'),
  devices: hearing(deviceCalls.count, 'scene', 'presence'),
  traffic: hearing(trafficCalls.used),
  rank: hearing(trafficCalls.rank),
  terminals: hearing(terminalCalls.online),
}

/** Refetched repeatedly, also after a failure, because a wall display has no user to retry. */
const useSteady = <C extends CallSpec>(spec: C, input: In<C>, every: number) =>
  useQueryCall(spec, input, { every, keepPrevious: true })

/** All data of the wall display for all scenes. Values that cannot be refetched keep their last state. */
export function useWallData() {
  const map = useSteady(mapCalls.map, everything, LATEST)
  const scenes = useSteady(calls.scenes, everything, LATEST)
  const devices = useSteady(calls.devices, everything, LATEST)
  const alarmCount = useSteady(alarmCalls.count, everything, LATEST)
  const alarms = useSteady(logCalls.list, newest, LATEST)
  const traffic = useSteady(calls.traffic, everything, SLOW)
  const rank = useSteady(calls.rank, topFive, SLOW)
  const terminals = useSteady(calls.terminals, everything, SLOW)
  const all = [map, scenes, devices, alarmCount, alarms, traffic, rank, terminals]
  return {
    map: map.data,
    scenes: scenes.data,
    devices: devices.data,
    alarmCount: alarmCount.data,
    alarms: alarms.data?.list,
    traffic: traffic.data,
    rank: rank.data,
    terminals: terminals.data,
    /** No data was ever loaded, and loading fails. */
    failure: map.data ? undefined : (map.error ?? undefined),
    staleSince: useStale(all),
  }
}

export type WallData = ReturnType<typeof useWallData>

/** Unix milliseconds of the oldest value on the wall display if it is stale. */
function useStale(
  queries: readonly { error: Error | null; data: unknown; dataUpdatedAt: number }[],
): number | undefined {
  const { state, staleSince } = useConnection()
  const failed = queries
    .filter(({ error, data }) => error && data !== undefined)
    .map(({ dataUpdatedAt }) => dataUpdatedAt)
  const since = [...failed, ...(state !== 'live' && staleSince !== undefined ? [staleSince] : [])]
  return since.length > 0 ? Math.min(...since) : undefined
}
