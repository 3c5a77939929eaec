import { undoCalls } from '@belvedere/contract/rooms/log/undo.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { call } from '../calls/call.ts'
import { queryClient } from '../calls/query.ts'
import { isSilent } from '../calls/refusal.ts'

/** Milliseconds for which the offer is shown. */
const offered = 10_000

/** Offers to undo a removal. */
export function offerUndo(request_id: string): void {
  const action = { label: { zh: '撤销', en: 'Undo' }, run: () => void undo(request_id) }
  toast.info({ zh: '误操作？可以恢复', en: 'Removed by mistake? It can be restored' }, { ms: offered, action })
}

async function undo(request_id: string): Promise<void> {
  try {
    const { list } = await call(undoCalls.one, { request_id }, { keep: true })
    const refused = list.find(({ ok }) => !ok)
    if (refused) toast.error(refused.reason)
    else toast.success({ zh: '已撤销', en: 'Undone' })
  } catch (error) {
    if (!isSilent(error)) toast.error((error as Error).message)
  }
  await queryClient.invalidateQueries()
}
