import { useEffect } from 'react'
import { useQueryCall } from '../../kit/calls/query.ts'
import { takeScenes } from '../../kit/session/scene.ts'
import { useSession } from '../../kit/session/session.ts'
import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'

interface SceneLoad {
  state: 'loading' | 'ready' | 'none'
  /** Error of the last load; the state is `none` then, too. */
  failure?: Error | undefined
  retry: () => void
}

/** The caller's scenes. */
export function useScenes(allScenes: boolean): SceneLoad {
  const { data, error, refetch } = useQueryCall(sceneCalls.option, {}, { keep: true })
  const known = useSession((s) => s.scene)
  const list = data?.list
  useEffect(() => {
    if (list) takeScenes(list, allScenes)
  }, [list, allScenes])
  const retry = () => void refetch()
  if (error && !data) return { state: 'none', failure: error, retry }
  if (list?.length === 0) return { state: 'none', retry }
  return { state: known.size > 0 ? 'ready' : 'loading', retry }
}
