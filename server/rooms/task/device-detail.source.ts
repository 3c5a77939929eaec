import { taskCalls } from '@belvedere/contract/rooms/task/task.ts'
import { defineDeviceDetail } from '../device/api.ts'
import { inWords } from './rules.ts'
import { listItems } from './store.ts'

/** Number of tasks on the page of a device. */
const LIMIT = 5

/** The last tasks of a device, newest first, in words. */
export const tasksOfDevice = defineDeviceDetail({
  of: 'tasks',
  async read(ctx, device_id) {
    // a right to see the device is not a right to see its tasks
    const access = ctx.access.within(taskCalls.item)
    const { list } = await listItems({ ...ctx, access }, { device_id, limit: LIMIT, page: 1 })
    return list.map((row) => inWords(row, ctx.lang))
  },
})
