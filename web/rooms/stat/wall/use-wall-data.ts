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
/** Milliseconds after which a number is asked for again, should no news have come. */
const LATEST = 30_000
/** The same for what only grows slowly: a curve of a day. */
const SLOW = 60_000

/** The same call with ears for other news: what spans all scenes is not asked again for every report of a device. */
const hearing = <C extends CallSpec>(spec: C, ...shows: string[]): C => ({ ...spec, shows })

const calls = {
  scenes: hearing(sceneCalls.count, 'scene', 'presence', 'alarm'),
  devices: hearing(deviceCalls.count, 'scene', 'presence'),
  traffic: hearing(trafficCalls.used),
  rank: hearing(trafficCalls.rank),
  terminals: hearing(terminalCalls.online),
}

/** Asked again and again, also after it failed: nobody stands at a wall to press a button. */
const useSteady = <C extends CallSpec>(spec: C, input: In<C>, every: number) =>
  useQueryCall(spec, input, { every, keepPrevious: true })

/** Everything the wall shows of all scenes. What cannot be read again stays as it was last. */
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
    /** Nothing has ever been read, and it cannot be. */
    failure: map.data ? undefined : (map.error ?? undefined),
    staleSince: useStale(all),
  }
}

export type WallData = ReturnType<typeof useWallData>

/** Unix milliseconds of the oldest number on the wall when it is no longer kept up to date. */
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
