import { undoCalls } from '@belvedere/contract/rooms/log/undo.ts'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { ListedAuditEntry } from './listed-audit-entry.ts'
import { kindWords } from './object-words.ts'

/** The operations to undo. */
export type UndoScope = 'this' | 'operator' | 'scene'

type Undone = AnswerOf<typeof undoCalls.one>
type UndoRow = Undone['list'][number]

const titles: Readonly<Record<UndoScope, Words>> = {
  this: { zh: '撤销操作', en: 'Undo an operation' },
  operator: { zh: '撤销 {account} 自 {at} 以来的操作', en: 'Undo what {account} did since {at}' },
  scene: { zh: '将场景“{scene}”恢复到 {at} 之前', en: 'Bring “{scene}” back to before {at}' },
}

const columns: MiniColumn<UndoRow>[] = [
  { label: { zh: '操作', en: 'Action' }, format: ({ action }) => <span className="whitespace-normal">{action}</span> },
  {
    label: { zh: '对象', en: 'Object' },
    format: ({ object, name }) => (
      <span className="whitespace-normal">
        <span className="text-faint">{kindWords(object)}</span> {name}
      </span>
    ),
  },
  {
    label: { zh: '结果', en: 'What happens' },
    format: ({ ok, reason }) =>
      ok ? (
        <Status tone="success" label={say({ zh: '可撤销', en: 'Will be restored' })} />
      ) : (
        <span className="whitespace-normal">
          <Status tone="warning" label={reason} className="min-w-40 whitespace-normal!" />
        </span>
      ),
  },
  { label: { zh: '时间', en: 'Time' }, format: ({ at }) => absoluteTime(at) },
  { label: { zh: '操作人', en: 'Operator' }, format: ({ account }) => account },
]

/** Shows which operations can be undone and which cannot, newest first, before the undo. */
export function UndoDialog({
  operation,
  wish,
  onClose,
}: {
  operation: ListedAuditEntry
  wish: UndoScope
  onClose: () => void
}) {
  const { id, at, uid, account, scene_id, scene_name, request_cnt } = operation
  const [whole, setWhole] = useState(false)
  const [found, setFound] = useState<Undone>()
  const one = useMutateCall(undoCalls.one, { quiet: true })
  const all = useMutateCall(undoCalls.all, { quiet: true })
  const ask = (preview: 0 | 1) => {
    if (wish === 'this') return one.run({ id, ...(whole && { whole: 1 }), preview })
    const which = wish === 'operator' ? { by: uid } : { scene_id: scene_id ?? 0 }
    return all.run({ since: id, ...which, preview })
  }
  useEffect(() => {
    setFound(undefined)
    void ask(1).then(setFound)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- loaded again only for another question
  }, [whole])
  const failure = one.failure ?? all.failure
  const undo = async () => {
    const done = await ask(0)
    if (!done) return
    showUndone(done)
    onClose()
  }
  const good = found ? found.total_cnt - found.err_cnt : 0
  const values = { account, at: absoluteTime(at), scene: scene_name ?? '' }
  const footer = (
    <>
      <Button onClick={onClose}>{say({ zh: '取消', en: 'Cancel' })}</Button>
      <Button kind="primary" disabled={good === 0} pending={one.pending || all.pending} onClick={() => void undo()}>
        {say({ zh: '撤销 {n} 项', en: 'Undo {n}' }, { n: good })}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={say(titles[wish], values)} width={860} footer={footer}>
      {wish === 'this' && request_cnt > 1 && (
        <Checkbox
          className="mb-3"
          checked={whole}
          onChange={setWhole}
          label={say({ zh: '连同同一次请求的全部 {n} 项', en: 'With all {n} of the same request' }, { n: request_cnt })}
        />
      )}
      {failure && !found && <ErrorState error={failure} onRetry={() => void ask(1).then(setFound)} />}
      {!failure && !found && <Skeleton className="h-24" />}
      {found && <Preview found={found} />}
    </Dialog>
  )
}

function Preview({ found }: { found: Undone }) {
  const { list, err_cnt, total_cnt, more } = found
  return (
    <div className="flex flex-col gap-2">
      <p aria-live="polite" className="text-soft">
        {say(
          {
            zh: '按从新到旧的顺序撤销：{good} 项可撤销，{bad} 项不能。',
            en: 'Newest first: {good} go back, {bad} cannot.',
          },
          { good: total_cnt - err_cnt, bad: err_cnt },
        )}
        {more === 1 && say({ zh: '操作较多，需分批进行。', en: ' There are more; do it again afterwards.' })}
      </p>
      <MiniTable
        label={{ zh: '将要撤销的操作', en: 'What will be undone' }}
        columns={columns}
        rows={list}
        rowKey={({ id }) => id}
        className="max-h-96"
      />
    </div>
  )
}

function showUndone({ total_cnt, err_cnt, list }: Undone): void {
  const good = total_cnt - err_cnt
  if (err_cnt === 0) return void toast.success(say({ zh: '已撤销 {n} 项', en: '{n} undone' }, { n: good }))
  const reason = list.find(({ ok }) => !ok)?.reason ?? ''
  toast.warning(
    say(
      { zh: '已撤销 {good} 项，{bad} 项未撤销：{reason}', en: '{good} undone, {bad} not: {reason}' },
      { good, bad: err_cnt, reason },
    ),
  )
}
