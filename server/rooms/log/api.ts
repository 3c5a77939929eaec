import type { Lang } from '@belvedere/contract/kit/text.ts'
import { taskCalls } from '@belvedere/contract/rooms/log/task.ts'
import type { Reach } from '../../kernel/db.ts'
import { inWords } from './rules.ts'
import { listItems } from './store.ts'

export { endItems, holdItems, insertTask, type ItemEnd, type NewTask, scenesOfTask, writeOperations } from './store.ts'
export { wordsOf } from './rules.ts'

/** The last tasks of one device, newest first, in words. */
export async function recentTasks(at: Reach, device_id: number, lang: Lang, limit = 5) {
  // whoever sees the device does not see by that who did what to it
  const access = at.access.within(taskCalls.item)
  const { list } = await listItems({ ...at, access }, { device_id, limit, page: 1 })
  return list.map((row) => inWords(row, lang))
}
