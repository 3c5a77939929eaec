import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { scanCalls } from '@belvedere/contract/rooms/monitor/scan.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { scanFromDevice, scanFromServer } from './scan/scan-from.ts'
import { describeFound, lookFrom } from './scan/scan-scene.ts'

export const calls = implement(scanCalls, {
  async run(ctx, { scene_id, device_id, subnet }) {
    const device = device_id === 0 ? undefined : await lookFrom(ctx, scene_id, device_id)
    if (!device && !ctx.access.is_admin) throw refuse(commonErrors.noPermission, { permission: 'device.adopt' })
    const scanned = await (device ? scanFromDevice(ctx, device, subnet) : scanFromServer(ctx, subnet))
    const from = device ? { id: device.id, name: device.name } : null
    return { from, ...(await describeFound(ctx, scene_id, scanned)) }
  },
})
