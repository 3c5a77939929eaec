import { eventSubject } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { deviceLineSet } from '../../device/api.ts'
import { invalidateLineSpeeds } from './line-speeds.ts'

/** Every process that receives reports subscribes to changed lines. */
export const watchLineSpeeds = defineStartup<System>({
  order: 20,
  role: 'gateway',
  run: async (system) => {
    system.bus.subscribe(eventSubject(deviceLineSet.name), (payload) =>
      invalidateLineSpeeds((payload as { device_id: number }).device_id),
    )
  },
})
