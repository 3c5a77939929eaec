import { editCalls } from '@belvedere/contract/rooms/change/edit.ts'
import { intentLevel } from '@belvedere/contract/rooms/intent/enums.ts'
import { thingName } from '@belvedere/contract/kit/intent/kinds.ts'
import { X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { EditText } from '../../intent/api.tsx'
import type { ChangeDetail } from '../list/change-page.tsx'

type ChangeEdit = ChangeDetail['edits'][number]

/** Number of edits shown until the user requests all of them. */
const few = 6

/** The edits in the words of the forms; in a draft, each can be removed. */
export function EditList({ change }: { change: ChangeDetail }) {
  const may = useMay()
  const drop = useMutateCall(editCalls.drop)
  const [all, setAll] = useState(false)
  const shown = all || change.edits.length <= few + 1 ? change.edits : change.edits.slice(0, few)
  const mayDrop = change.state === 'draft' && may('change.write')
  return (
    <section
      aria-label={say({ zh: '更改项', en: 'Edits' })}
      className="rounded-xl border border-line bg-surface shadow-card"
    >
      <ul className="divide-y divide-line">
        {shown.map((edit) => (
          <li key={placeOf(edit)} className="flex items-start gap-3 px-4 py-2">
            <Badge
              tone="neutral"
              label={intentLevel.find(edit.level) ?? String(edit.level)}
              className="mt-0.5 shrink-0"
            />
            <div className="min-w-0 flex-1">
              <p className="break-words">
                <b className="font-medium">{edit.target || `#${edit.target_id}`}</b>
                <span className="text-soft">
                  {' · '}
                  {thingName(edit.kind, edit.key, lang)}
                </span>
              </p>
              <What edit={edit} />
            </div>
            {mayDrop && (
              <IconButton
                icon={X}
                size="s"
                label={{ zh: '移除此项', en: 'Take this out' }}
                pending={drop.pending}
                onClick={() =>
                  void drop.run({ level: edit.level, target_id: edit.target_id, kind: edit.kind, key: edit.key })
                }
              />
            )}
          </li>
        ))}
      </ul>
      {shown.length < change.edits.length && (
        <Button kind="quiet" className="mx-1.5 my-1" onClick={() => setAll(true)}>
          {say({ zh: '显示全部 {n} 项', en: 'Show all {n}' }, { n: change.edits.length })}
        </Button>
      )}
    </section>
  )
}

const placeOf = ({ level, target_id, kind, key }: ChangeEdit) => `${level} ${target_id} ${kind} ${key}`

function What({ edit }: { edit: ChangeEdit }) {
  if (edit.set !== null && !edit.removed)
    return (
      <Suspense fallback={<p className="h-4" />}>
        <EditText edit={edit} />
      </Suspense>
    )
  // an edit without a row and without a value: the device is only sent its desired configuration
  const again = !edit.removed && edit.rev === 0
  const inherits = edit.removed
    ? { zh: '不再使用继承的配置', en: 'The inherited value does not apply here' }
    : again
      ? { zh: '重新下发期望的配置', en: 'Its desired configuration is sent' }
      : { zh: '恢复为继承', en: 'Back to what is inherited' }
  return <p className="text-xs text-soft">{say(inherits)}</p>
}
