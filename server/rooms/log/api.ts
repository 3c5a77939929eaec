import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { Reach } from '../../kernel/db.ts'
import { inWords } from './rules.ts'
import { listItems } from './store.ts'

export { endItems, holdItems, insertTask, type ItemEnd, type NewTask, writeOperations } from './store.ts'
export { wordsOf } from './rules.ts'

/** The last tasks of one device, newest first, in words. */
export async function recentTasks(at: Reach, device_id: number, lang: Lang, limit = 5) {
  const { list } = await listItems(at, { device_id, limit, page: 1 })
  return list.map((row) => inWords(row, lang))
}
