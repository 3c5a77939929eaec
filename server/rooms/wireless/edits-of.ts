import { intentLevel } from '@belvedere/contract/rooms/intent/enums.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { secretFields } from '@belvedere/contract/kit/intent/kinds.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { hideEdits, holdIntents, type IntentRow } from '../intent/api.ts'
import type { NetworkInput, RadioInput } from './wireless-rules.ts'

export interface EditTarget {
  level: Edit['level']
  target_id: number
}

export const sceneTarget = (id: number): EditTarget => ({ level: intentLevel.id.scene, target_id: id })
export const deviceTarget = (id: number): EditTarget => ({ level: intentLevel.id.device, target_id: id })

type WirelessEdit = Pick<Edit, 'kind' | 'key' | 'removed'> & { set: Record<string, unknown> | null }

/** The requested fields of every target, independent of its current rows. */
export function wishedOf(networks: readonly NetworkInput[], radios: readonly RadioInput[]): WirelessEdit[] {
  return [
    ...networks.map(({ key, remove, ...set }): WirelessEdit => {
      if (remove === 1) return { kind: 'wireless', key, set: null, removed: 1 }
      return { kind: 'wireless', key, set }
    }),
    ...radios.map(({ band, ...set }): WirelessEdit => ({ kind: 'radio', key: band, set })),
  ]
}

const placeOf = ({ level, target_id, kind, key }: Pick<Edit, 'level' | 'target_id' | 'kind' | 'key'>) =>
  `${level} ${target_id} ${kind} ${key}`

/** The current rows at the places, locked. */
export async function rowsAt(
  ctx: Ctx,
  targets: readonly EditTarget[],
  wished: readonly WirelessEdit[],
): Promise<Map<string, IntentRow>> {
  const places = targets.flatMap((target) => wished.map(({ kind, key }) => ({ ...target, kind, key })))
  return new Map((await holdIntents(ctx, places)).map((row) => [placeOf(row), row]))
}

/** Edits of a target: the requested fields over those of its rows; missing secrets stay. */
export function editsOf(
  target: EditTarget,
  wished: readonly WirelessEdit[],
  rows: ReadonlyMap<string, IntentRow>,
): Edit[] {
  return wished.map(({ set, ...input }) => {
    const place = { ...target, ...input }
    const row = rows.get(placeOf(place))
    const [before] = row ? hideEdits([{ ...place, set: row.fields }]) : []
    return { ...place, rev: row?.rev ?? 0, set: set === null ? null : { ...before?.set, ...set } }
  })
}

/** Keys of networks whose secrets every target has. */
export function keysWithSecrets(
  targets: readonly EditTarget[],
  rows: ReadonlyMap<string, IntentRow>,
  keys: readonly string[],
): Set<string> {
  const has = (target: EditTarget, key: string) => {
    const { fields = {} } = rows.get(placeOf({ ...target, kind: 'wireless', key })) ?? {}
    return secretFields('wireless').some((field) => field in fields)
  }
  return new Set(keys.filter((key) => targets.every((target) => has(target, key))))
}
