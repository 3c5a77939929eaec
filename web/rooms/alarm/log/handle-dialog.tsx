import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

export type HandlingAction = 'solve' | 'ignore'

const titles: Record<HandlingAction, Words> = {
  solve: { zh: '解决告警', en: 'Solve alarms' },
  ignore: { zh: '忽略告警', en: 'Ignore alarms' },
}

/** Seconds; 0: as long as the alarm lasts. */
const spans = [
  { id: 3600, zh: '1 小时', en: 'One hour' },
  { id: 86_400, zh: '1 天', en: 'One day' },
  { id: 604_800, zh: '7 天', en: 'Seven days' },
  { id: 0, zh: '直到恢复', en: 'Until it is over' },
]

interface HandleDialogProps {
  judgement: HandlingAction
  ids: readonly number[]
  onClose: () => void
  onDone: () => void
}

/** Handles alarms, with a note about the reason. */
export function HandleDialog({ judgement, ids, onClose, onDone }: HandleDialogProps) {
  const { run, pending } = useMutateCall(logCalls[judgement])
  const [span, setSpan] = useState(3600)
  const [note, setNote] = useState('')
  const [object, setObject] = useState(false)
  const submit = async () => {
    const until = judgement === 'ignore' && span ? { until: Math.floor(Date.now() / 1000) + span } : {}
    const later = judgement === 'ignore' && object ? { object: 1 as const } : {}
    const outcome = await run({ ids: [...ids], ...until, ...later, ...(note.trim() && { note: note.trim() }) })
    if (!outcome) return
    const values = { n: outcome.total_cnt - outcome.err_cnt, failed: outcome.err_cnt }
    if (outcome.err_cnt > 0)
      toast.error(say({ zh: '成功 {n} 条，失败 {failed} 条', en: '{n} done, {failed} failed' }, values))
    else toast.success(say({ zh: '已处理 {n} 条告警', en: '{n} {n:alarm|alarms} handled' }, values))
    onDone()
    onClose()
  }
  return (
    <FormDialog
      open
      title={titles[judgement]}
      width={460}
      onClose={onClose}
      onSubmit={submit}
      pending={pending}
      ok={titles[judgement]}
      dirty={note !== ''}
    >
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          {judgement === 'solve'
            ? say({
                zh: '原因仍在时不会重复告警，恢复后再次发生才会告警。',
                en: 'It is not raised again while its cause persists; it is raised again when the cause recurs.',
              })
            : say({
                zh: '忽略期间不计入未处理；到期仍未恢复则重新打开。',
                en: 'Not counted until then; alarms that still last are then reopened.',
              })}
        </p>
        {judgement === 'ignore' && (
          <Select label={{ zh: '忽略多久', en: 'For how long' }} options={spans} value={span} onChange={setSpan} />
        )}
        {judgement === 'ignore' && (
          <Checkbox
            label={
              span
                ? { zh: '这段时间内该对象的同类告警也不再提醒', en: 'The same on this object too, for as long' }
                : { zh: '该对象的同类告警今后都不再提醒', en: 'The same on this object too, from now on' }
            }
            checked={object}
            onChange={setObject}
          />
        )}
        <TextField label={{ zh: '备注', en: 'Note' }} maxLength={128} value={note} onChange={setNote} />
      </div>
    </FormDialog>
  )
}
