import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { call, type AnswerOf } from '../calls/call.ts'
import { queryClient } from '../calls/query.ts'

/** Milliseconds for which a response is valid; updates of scenes make it stale earlier. */
const fresh = 60_000

/** The caller's scenes with their modes, as in the scene selector; fetched if they are not cached. */
export async function knownScenes(): Promise<AnswerOf<typeof sceneCalls.option>['list']> {
  const { list } = await queryClient.fetchQuery({
    queryKey: [sceneCalls.option.at, {}],
    queryFn: ({ signal }) => call(sceneCalls.option, {}, { signal, keep: true }),
    meta: { call: sceneCalls.option, input: {}, keep: true },
    staleTime: fresh,
  })
  return list
}
