import { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { queryClient } from '../../../kit/calls/query.ts'
import { type TopologyNetwork, withChanges } from './network.ts'

/** Milliseconds from one answer to the next for news: what is different is a small answer. */
const BETWEEN = 250
/** Milliseconds until rates and counts are asked for though nobody told of anything. */
const ANYWAY = 30_000

/** The network of a scene, kept fresh by what is different since the last answer; `at`: as it was at a moment, 0: now. */
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
    // what stayed is the same object already
    structuralSharing: false,
    ...(at === 0 && { refetchInterval: ANYWAY }),
  })
}
