import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, Ids } from '../../kit/schema.ts'
import { BatchOut } from '../../kit/table.ts'

export const standaloneCalls = defineCalls({
  /**
   * Excludes devices from central configuration, or includes them again. A standalone device keeps its running configuration: no change
   * set, group or scene changes it, and differences are no drift. It is still monitored, backed up, upgraded and controlled by commands.
   * Its intents stay stored. When it is included again (`standalone` 0) its configuration is read again as for a new device: the running
   * configuration becomes its base, and the next change that affects it applies the intents to that base.
   *
   * Refused for devices without central configuration (third-party devices, families without a compiler) and for devices of a running
   * change set.
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
