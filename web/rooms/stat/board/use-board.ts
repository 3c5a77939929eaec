import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { useMemo } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { useUrlState, type UrlWriter } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { useNow } from '../../../ui/values/relative-time.tsx'
import { periodOf, periodText, stretchOf, type Period } from './period.ts'

const usual = { period: '24h', from: 0, to: 0, compare: 0, scope: 'scene', group: 0 }

export type BoardState = typeof usual

/** The scenes, period and comparison of the statistics pages. All of them are in the address. */
export interface StatBoard {
  state: BoardState
  set: UrlWriter<BoardState>
  period: Period
  /** Scenes as input of a call: one, a group, or neither for all. */
  scenes: { scene_id?: number; group_id?: number }
  /** Scenes and period as input of a call. */
  input: { scene_id?: number; group_id?: number; from: number; to: number; compare?: 0 | 1 }
  /** Display name of the scenes. */
  scopeText: string
  /** Display name of scenes and period, for the heads of files. */
  of: string
  groups: readonly { id: number; name: string }[]
  /** Zooms to a range; the back button returns. */
  zoom: (from: number, to: number) => void
}

export function useBoard(): StatBoard {
  const scene = useScene()
  const [state, set] = useUrlState(usual)
  const { data } = useQueryCall(groupCalls.list, { limit: 500, orderby: 'name asc' }, { keep: true })
  const groups = data?.list ?? []
  const { from, to } = periodOf(state, useNow())
  const group = state.scope === 'group' ? state.group : 0
  const isAll = state.scope === 'all'
  const scopeText = isAll
    ? say({ zh: '全部场景', en: 'All scenes' })
    : group
      ? (groups.find(({ id }) => id === group)?.name ?? say({ zh: '场景分组', en: 'Scene group' }))
      : scene.name
  const scenes = useMemo(
    () => (group ? { group_id: group } : isAll ? {} : { scene_id: scene.id }),
    [group, isAll, scene.id],
  )
  const compared = state.compare === 1
  const input = useMemo(
    () => ({ ...scenes, from, to, ...(compared && { compare: 1 as const }) }),
    [scenes, from, to, compared],
  )
  return {
    state,
    set,
    period: { from, to },
    scenes,
    input,
    scopeText,
    of: `${scopeText} · ${periodText({ from, to })}`,
    groups,
    zoom: (from, to) => set(stretchOf(from, to), { push: true }),
  }
}
