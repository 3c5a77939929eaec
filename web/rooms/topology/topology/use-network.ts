import { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { queryClient } from '../../../kit/calls/query.ts'
import { type TopologyNetwork, withChanges } from './network.ts'

/** Milliseconds between refetches after updates: a response contains only differences and is small. */
const BETWEEN = 250
/** Milliseconds until rates and counts are refetched without updates. */
const ANYWAY = 30_000

/**
 * The network of a scene, updated by the differences since the last response; `at`: its state at a time, 0: current.
 */
export function useNetwork(scene_id: number, at: number, enabled = true) {
  const input = useMemo(() => ({ scene_id, ...(at > 0 && { at }) }), [scene_id, at])
  const queryKey = [topologyCalls.get.at, input]
  return useQuery<TopologyNetwork, Error>({
    queryKey,
    async queryFn({ signal }) {
      const held = at > 0 ? undefined : queryClient.getQueryData<TopologyNetwork>(queryKey)
      const answer = await call(topologyCalls.get, held ? { ...input, since: held.mark } : input, { signal })
      return held ? withChanges(held, answer) : answer
    },
    meta: { call: topologyCalls.get, input, keep: false, between: BETWEEN },
    enabled: enabled && scene_id > 0,
    placeholderData: keepPreviousData,
    // unchanged parts are already the same objects
    structuralSharing: false,
    ...(at === 0 && { refetchInterval: ANYWAY }),
  })
}
