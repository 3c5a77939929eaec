import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import type { editCalls } from '@belvedere/contract/rooms/change/edit.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { Go } from '../../../kit/routing/go.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'

type OpenChanges = AnswerOf<typeof editCalls.open>

/** The caller's draft and running change sets in the footer of every page. */
export function DraftBar({ open: data }: { open: OpenChanges }) {
  return (
    <aside
      aria-label={say({ zh: '变更草稿', en: 'Draft of changes' })}
      className="flex shrink-0 flex-wrap items-center gap-x-6 gap-y-1 border-t border-line bg-raised px-4 py-2 shadow-pop max-sm:px-3"
    >
      {data.running.map((one) => (
        <Running key={one.id} one={one} />
      ))}
      {data.draft && <Draft draft={data.draft} />}
    </aside>
  )
}

function Running({ one }: { one: OpenChanges['running'][number] }) {
  const text = one.state === 'returning' ? { zh: '正在回退', en: 'Returning' } : { zh: '正在执行', en: 'Running' }
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="shrink-0 text-soft">{say(text)}</span>
      <Go to="/config/change" search={{ id: one.id }} className="truncate font-medium text-accent-text hover:underline">
        {one.name}
      </Go>
      <Progress done={one.done_cnt} total={one.device_cnt} failed={0} />
    </span>
  )
}

const said = {
  zh: '{edits} 项更改，涉及 {devices} 台设备',
  en: '{edits} {edits:change|changes} for {devices} {devices:device|devices}',
}

function Draft({ draft }: { draft: NonNullable<OpenChanges['draft']> }) {
  const confirm = useConfirm()
  const discard = useMutateCall(changeCalls.discard, { done: { zh: '已放弃', en: 'Discarded' } })
  const ask = async () => {
    const title = { zh: '放弃这些更改？', en: 'Discard these changes?' }
    const body = say({ zh: '草稿不会保留。', en: 'The draft is discarded.' })
    if (await confirm({ title, body, ok: { zh: '放弃', en: 'Discard' }, danger: true }))
      await discard.run({ id: draft.id })
  }
  return (
    <span className="ml-auto flex min-w-0 flex-1 items-center justify-end gap-2">
      <span className="min-w-0 truncate font-medium" role="status">
        {say(said, { edits: draft.edit_cnt, devices: draft.device_cnt })}
      </span>
      <Button kind="quiet" pending={discard.pending} onClick={() => void ask()}>
        {say({ zh: '放弃', en: 'Discard' })}
      </Button>
      <Go
        to="/config/change"
        search={{ id: draft.id }}
        className="inline-flex h-8 shrink-0 items-center rounded-md bg-accent px-3 text-sm text-accent-ink hover:bg-accent-hover"
      >
        {say({ zh: '审核', en: 'Review' })}
      </Go>
    </span>
  )
}
