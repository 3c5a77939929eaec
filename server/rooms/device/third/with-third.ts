import type { Static } from 'typebox'
import type { OtherRow } from '@belvedere/contract/rooms/device/shapes.ts'
import type { Reach } from '../../../kernel/db.ts'
import type { DeviceRow } from '../store.ts'
import { listThirds } from './store.ts'

type Other = Static<typeof OtherRow>

/** Rows of the list of other devices, with what is known of those that are watched. */
export async function withThird(at: Reach, list: readonly DeviceRow[]): Promise<Other[]> {
  const thirds = await listThirds(
    at,
    list.map(({ id }) => id),
  )
  const byId = new Map(thirds.map(({ id, ...rest }) => [id, rest as NonNullable<Other['third']>]))
  return list.map((device) => ({ ...device, third: byId.get(device.id) ?? null }))
}
