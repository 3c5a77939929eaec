import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, Ids } from '../../kit/schema.ts'
import { BatchOut } from '../../kit/table.ts'

export const aloneCalls = defineCalls({
  /**
   * Lets devices out of central configuration, or takes them back. A standalone device keeps what it runs: no change set, group
   * or scene reaches its configuration, and what differs on it is no drift. It is still watched, backed up, upgraded and told
   * what to do. What was wanted of it stays written. Taken back (`standalone` 0) it is read anew as on the first day: what it runs
   * then is its base, and the next change that bears on it lays what is wanted over that.
   *
   * Refused for what is not centrally configured at all (third-party devices, families without a compiler) and for devices of a
   * change set under way.
   */
  set: {
    at: 'POST device/alone',
    does: { zh: '脱离或恢复集中配置', en: 'Exclude devices from central configuration, or include them again' },
    who: 'device.write',
    scene: 'write',
    in: Type.Object({ ids: Ids, standalone: Type.Optional(Flag) }),
    out: BatchOut,
  },
})
