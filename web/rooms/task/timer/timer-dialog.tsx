import { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import { timerCalls } from '@belvedere/contract/rooms/task/timer.ts'
import { timerType } from '@belvedere/contract/rooms/task/timer/enums.ts'
import { useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ImageFields, imageOf } from './image-fields.tsx'
import { draftOf, inputOf, problemsOf, type TimerDraft, type TimerProblems } from './timer-draft.ts'
import { TimerBlast } from './timer-blast.tsx'
import type { ListedTimer, TimerTarget } from './timer-row.ts'
import { WhenFields } from './when-fields.tsx'

interface TimerDialogProps {
  timer?: ListedTimer | undefined
  /** Target of a new timer; undefined: the user selects it. */
  target?: TimerTarget | undefined
  onClose: () => void
  onDone?: () => void
}

const saved = { zh: '定时任务已保存', en: 'The timer was saved' }

/** Adds or edits a timer; the target of an existing timer cannot be changed. */
export function TimerDialog({ timer, target: given, onClose, onDone }: TimerDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(timer))
  const [problems, setProblems] = useState<TimerProblems & { target?: Words }>({})
  const [chosen, choose] = useState<TimerTarget>()
  const reboot = useMutateCall(timerCalls.reboot, { done: saved })
  const upgrade = useMutateCall(timerCalls.upgrade, { done: saved })
  const backup = useMutateCall(timerCalls.backup, { done: saved })
  const mutation = { reboot_timer: reboot, upgrade_timer: upgrade, backup_timer: backup }[draft.type]
  const target = given ?? chosen
  const set = (part: Partial<TimerDraft>) => (setDraft({ ...draft, ...part }), setProblems({}))
  const isUpgrade = draft.type === timerType.id.upgrade
  const submit = async () => {
    const wrong = problemsOf(draft)
    if (!timer && !target) return setProblems({ ...wrong, target: { zh: '请选择对象', en: 'Choose what it acts on' } })
    if (Object.keys(wrong).length > 0) return setProblems(wrong)
    const image = isUpgrade ? imageOf(draft) : {}
    if (!(await mutation.run({ ...inputOf(draft, timer, target), ...image }))) return
    onDone?.()
    onClose()
  }
  return (
    <FormDialog
      open
      width={520}
      title={timer ? { zh: '编辑定时任务', en: 'Edit timer' } : { zh: '新建定时任务', en: 'New timer' }}
      onClose={onClose}
      onSubmit={() => void submit()}
      pending={mutation.pending}
      dirty={JSON.stringify(draft) !== JSON.stringify(draftOf(timer))}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={{ zh: '操作', en: 'Action' }}
          options={timerType.values}
          value={draft.type}
          onChange={(type) => !timer && set({ type })}
          disabled={timer !== undefined}
        />
        <TextField
          label={{ zh: '名称', en: 'Name' }}
          hint={{ zh: '选填', en: 'Optional' }}
          value={draft.name}
          onChange={(name) => set({ name })}
          autoComplete="off"
        />
      </div>
      {!timer && <Target target={given} chosen={chosen} onChoose={choose} error={problems.target} />}
      {isUpgrade && <ImageFields draft={draft} set={set} problem={problems.uri ?? mutation.fields['uri']} />}
      <WhenFields draft={draft} set={set} problems={problems} />
      <TimerBlast target={target} timer={timer} type={draft.type} />
    </FormDialog>
  )
}

interface TargetProps {
  target: TimerTarget | undefined
  chosen: TimerTarget | undefined
  onChoose: (target: TimerTarget | undefined) => void
  error: Words | undefined
}

/** The target selected on the page, by name; or the choice between the scene and the groups. */
function Target({ target, chosen, onChoose, error }: TargetProps) {
  const scene = useScene()
  const { data, isPending } = useQueryCall(groupCalls.option, {}, { enabled: !target })
  if (target) {
    return (
      <p className="mt-4 truncate text-sm">
        <span className="mr-2 text-soft">{say({ zh: '对象', en: 'Acts on' })}</span>
        {targetText(target)}
      </p>
    )
  }
  const whole = { kind: 'scene', id: scene.id, name: scene.name } as const
  const all: TimerTarget[] = [
    ...(scene.id ? [whole] : []),
    ...(data?.list ?? []).map(({ id, name }) => ({ kind: 'group' as const, id, name })),
  ]
  return (
    <Select
      required
      filter
      className="mt-4"
      label={{ zh: '对象', en: 'Acts on' }}
      loading={isPending}
      options={all.map((one, id) => ({ id, label: targetText(one) }))}
      value={
        chosen &&
        all.findIndex((one) => one.kind === chosen.kind && 'id' in chosen && 'id' in one && one.id === chosen.id)
      }
      onChange={(at) => onChoose(all[at])}
      error={error}
    />
  )
}

function targetText(target: TimerTarget): string {
  if (target.kind === 'group') return say({ zh: '分组“{name}”', en: 'Group “{name}”' }, { name: target.name })
  if (target.kind === 'scene')
    return say({ zh: '整个场景“{name}”', en: 'The whole scene “{name}”' }, { name: target.name })
  const { names, ids } = target
  const shown = names.slice(0, 3).join('、')
  return ids.length > 3
    ? say({ zh: '{shown} 等 {n} 台设备', en: '{shown} and others, {n} {n:device|devices}' }, { shown, n: ids.length })
    : shown
}
