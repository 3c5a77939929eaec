import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import type { LngLat } from '@belvedere/pure/geography/borders.ts'
import { useCallback } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { MappedScene } from './map-points.ts'

type SceneToPlace = Pick<MappedScene, 'id' | 'rev' | 'name' | 'lat' | 'lng'>

/** Decimals of stored degrees: a tenth of a metre; more would be noise of the pointer. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** Sets, moves or (without coordinates) removes the position of a scene on the map, with an undo. */
export function usePlace() {
  const { run, pending } = useMutateCall(sceneCalls.change)
  const place = useCallback(
    async ({ id, rev, name, lat, lng }: SceneToPlace, to: LngLat | undefined) => {
      const input = to ? { lat: round(to[1]), lng: round(to[0]) } : { lat: null, lng: null }
      const answer = await run({ id, rev, ...input })
      if (!answer) return false
      const action = {
        label: { zh: '撤销', en: 'Undo' },
        run: () => void run({ id, rev: answer.rev, lat, lng }),
      }
      const text = to
        ? say({ zh: '已标注“{name}”的位置', en: '“{name}” is on the map' }, { name })
        : say({ zh: '已将“{name}”移出地图', en: '“{name}” was taken off the map' }, { name })
      toast.success(text, { action, ms: 8_000 })
      return true
    },
    [run],
  )
  return { place, pending }
}
