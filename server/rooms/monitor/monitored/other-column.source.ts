import type { Static } from 'typebox'
import type { ThirdFact } from '@belvedere/contract/rooms/device/shapes.ts'
import { defineOtherColumn } from '../../device/api.ts'
import { listMonitored } from './store.ts'

/** The monitored devices' column in the list of other devices. */
export const monitoredColumn = defineOtherColumn({
  of: 'third',
  async read(at, ids) {
    const thirds = await listMonitored(at, ids)
    return new Map(thirds.map(({ id, ...third }) => [id, third as Static<typeof ThirdFact>]))
  },
})
