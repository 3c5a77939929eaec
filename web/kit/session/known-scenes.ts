import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { call, type AnswerOf } from '../calls/call.ts'
import { queryClient } from '../calls/query.ts'

/** Milliseconds for which an answer is good enough: news of scenes makes it stale anyway. */
const fresh = 60_000

/** The caller's scenes with their modes, as the scene selector has them; asked for when nobody has yet. */
export async function knownScenes(): Promise<AnswerOf<typeof sceneCalls.option>['list']> {
  const { list } = await queryClient.fetchQuery({
    queryKey: [sceneCalls.option.at, {}],
    queryFn: ({ signal }) => call(sceneCalls.option, {}, { signal, keep: true }),
    meta: { call: sceneCalls.option, input: {}, keep: true },
    staleTime: fresh,
  })
  return list
}
