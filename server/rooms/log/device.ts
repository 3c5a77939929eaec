import { deviceLogCalls } from '@belvedere/contract/rooms/log/device.ts'
import { implement } from '../../kernel/implement.ts'
import { listLines } from './device/list-lines.ts'

export const calls = implement(deviceLogCalls, {
  list: async (ctx, input) => ({ ...(await listLines(ctx, input)), kept_days: ctx.system.config['device-log-days'] }),
})
