import { useEffect } from 'react'
import { useQueryCall } from '../kit/query.ts'
import { takeScenes } from '../kit/scene.ts'
import { useSession } from '../kit/session.ts'
import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'

/** The caller's scenes; `none` also when they cannot be loaded (SPEC section 4). */
export function useScenes(allScenes: boolean): { state: 'loading' | 'ready' | 'none' } {
  const { data, error } = useQueryCall(sceneCalls.option, {}, { keep: true })
  const known = useSession((s) => s.scene)
  const list = data?.list
  useEffect(() => {
    if (list) takeScenes(list, allScenes)
  }, [list, allScenes])
  if (error && !data) return { state: 'none' }
  if (list?.length === 0) return { state: 'none' }
  return { state: known.size > 0 ? 'ready' : 'loading' }
}
