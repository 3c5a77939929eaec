import { editCalls } from '@belvedere/contract/rooms/change/edit.ts'
import { faultWords } from '@belvedere/contract/kit/intent/faults.ts'
import { intentLevel } from '@belvedere/contract/rooms/intent/enums.ts'
import type { PortChoices } from '@belvedere/contract/kit/intent/fields.ts'
import { intentCalls } from '@belvedere/contract/rooms/intent/intent.ts'
import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { useMemo, useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { ConfigDialog } from '../../../ui/dialogs/config-dialog.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  blank,
  checkedFaults,
  editsOf,
  type IntentEntry,
  holdingOf,
  type LevelId,
  missingAt,
  placeOf,
  typedFault,
  valuesOf,
  type IntentEdits,
} from './form-state.ts'
import { fieldsOf } from './field-specs.ts'
import { Sections } from './sections-form.tsx'
import { useDraftEdits } from './use-draft-edits.ts'

interface ConfigureDialogProps {
  level: LevelId
  target_id: number
  name: string
  /** The scene is read-only. */
  readOnly?: boolean
  onClose: () => void
}

const title = { zh: '配置', en: 'Configuration' }

/** Settings of a scene, a device group or a device. Saving adds the changes to the draft; nothing is sent. */
export function ConfigureDialog(props: ConfigureDialogProps) {
  const { level, target_id, name, onClose } = props
  const { data, error, refetch } = useQueryCall(intentCalls.effective, { level, target_id })
  const draft = useDraftEdits(level, target_id)
  const entries = useMemo(
    () => new Map((data?.entries as IntentEntry[] | undefined)?.map((one) => [placeOf(one), one])),
    [data],
  )
  if (data && draft) return <Form {...props} entries={entries} kinds={data.kinds} ports={data.ports} draft={draft} />
  return (
    <ConfigDialog open title={title} of={name} onClose={onClose} onSubmit={onClose} ok={{ zh: '关闭', en: 'Close' }}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-96" />}
    </ConfigDialog>
  )
}

function Form({
  level,
  target_id,
  name,
  readOnly = false,
  onClose,
  entries,
  kinds,
  ports,
  draft,
}: ConfigureDialogProps & {
  entries: ReadonlyMap<string, IntentEntry>
  kinds: readonly IntentKind[]
  ports: PortChoices
  draft: IntentEdits
}) {
  const may = useMay()
  const locked = readOnly || !may('change.write')
  const [wishes, setWishes] = useState(draft)
  const [begun, setBegun] = useState(false)
  const put = useMutateCall(editCalls.put)
  const edits = editsOf(entries, wishes, level, target_id)
  const submit = async () => {
    if (locked || edits.length === 0) return onClose()
    const wrong = firstFault(entries, wishes, level, ports)
    if (wrong) return toast.error(wrong)
    const done = await put.run({ edits })
    if (!done) return
    toast.success({ zh: '已加入变更草稿，审核后下发', en: 'Added to the draft; review it before it is sent' })
    onClose()
  }
  const refused = Object.entries(put.fields).map(([field, text]) => `${field}: ${text}`)
  return (
    <ConfigDialog
      open
      title={title}
      of={`${intentLevel.label(level, lang)} · ${name}`}
      width={1080}
      dirty={begun && !locked}
      pending={put.pending}
      ok={locked ? { zh: '关闭', en: 'Close' } : { zh: '加入变更草稿', en: 'Add to the draft' }}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      {refused.length > 0 && (
        <p role="alert" className="mb-3 text-danger">
          {refused.join('; ')}
        </p>
      )}
      <Sections
        {...{ level, entries, wishes, kinds, ports }}
        readOnly={locked}
        onWish={(edit) => (setBegun(true), setWishes(new Map(wishes).set(placeOf(edit), edit)))}
        onForget={(place) => {
          const next = new Map(wishes)
          next.delete(place)
          setWishes(next)
        }}
      />
    </ConfigDialog>
  )
}

/** The first invalid value, with the name of its entry and field. */
function firstFault(
  entries: ReadonlyMap<string, IntentEntry>,
  wishes: IntentEdits,
  level: LevelId,
  ports: PortChoices,
): string | undefined {
  const all = holdingOf(entries, wishes, level)
  for (const [place, edit] of wishes) {
    const entry = entries.get(place) ?? blank(edit.kind, edit.key)
    const values = valuesOf(entry, edit, level)
    const checked = checkedFaults(entry, edit, level, all).filter(({ warning }) => !warning)
    for (const spec of fieldsOf(edit.kind, edit.key, values, ports)) {
      const wrong = checked.find(({ field }) => field.split('.')[0] === spec.name)
      const fault =
        typedFault(spec, edit.fields[spec.name]) ?? missingAt(spec, values, level) ?? (wrong && faultWords(wrong))
      if (fault) return `${edit.key} ${say(spec.label)}: ${say(fault)}`.trim()
    }
  }
  return undefined
}
