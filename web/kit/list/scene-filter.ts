import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { useMemo } from 'react'
import type { FilterSpec } from './call-table.tsx'
import { useQueryCall } from '../calls/query.ts'

/** The caller's scenes as a filter of a list. */
export function useSceneFilter(): FilterSpec {
  const { data } = useQueryCall(sceneCalls.option, {}, { keep: true })
  const scenes = data?.list
  return useMemo(
    () => ({
      key: 'scene_id',
      label: { zh: '场景', en: 'Scene' },
      kind: 'select',
      filter: true,
      options: (scenes ?? []).map(({ id, name }) => ({ id, label: name })),
    }),
    [scenes],
  )
}
