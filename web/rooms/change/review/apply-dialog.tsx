import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { offlinePolicy } from '@belvedere/contract/rooms/change/enums.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { ChangeDetail } from '../list/change-page.tsx'
import type { ChangeReview } from './change-review.ts'
import type { CanaryNames } from './change-review.ts'

const usual = { canary: '', soak: '60', confirm: '120', min_terminals: '90', failures: '5' }

/** Text for the first devices: the selected ones, else their number, else the default. */
const firstOf = (chosen: CanaryNames, canary: string) =>
  chosen.size > 0 ? { canary_ids: [...chosen.keys()] } : canary ? { canary: Number(canary) } : {}

interface ApplyDialogProps {
  change: ChangeDetail
  review: ChangeReview
  /** Devices selected by users as canary. */
  chosen: CanaryNames
  onClose: () => void
}

/** Options for applying the change; the defaults suit most cases. */
export function ApplyDialog({ change, review, chosen, onClose }: ApplyDialogProps) {
  const [form, setForm] = useState({
    ...usual,
    offline: 'skip' as 'skip' | 'wait',
    keep_partial: false,
  })
  const apply = useMutateCall(changeCalls.apply, { done: { zh: '已开始执行', en: 'Started' } })
  const { changed_cnt, offline_cnt, no_undo_cnt, unread_cnt, blast } = review.summary
  const field = (key: keyof typeof usual) => ({
    value: form[key],
    onChange: (text: string) => setForm({ ...form, [key]: text.replace(/\D/g, '').slice(0, 4) }),
    error: apply.fields[key],
    inputMode: 'numeric' as const,
  })
  const submit = async () => {
    const { canary, soak, confirm, min_terminals, failures, offline } = form
    const flag = (is: boolean) => (is ? (1 as const) : (0 as const))
    const numbers = {
      soak: Number(soak),
      confirm: Number(confirm),
      min_terminals: Number(min_terminals),
      failures: Number(failures),
    }
    const input = {
      id: change.id,
      rev: review.rev,
      ...numbers,
      offline,
      keep_partial: flag(form.keep_partial),
      ...firstOf(chosen, canary),
    }
    if (await apply.run(input)) onClose()
  }
  return (
    <FormDialog
      open
      onClose={onClose}
      title={say({ zh: '应用到 {n} 台设备', en: 'Apply to {n} {n:device|devices}' }, { n: changed_cnt - unread_cnt })}
      width={560}
      ok={{ zh: '应用', en: 'Apply' }}
      pending={apply.pending}
      onSubmit={() => void submit()}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {blast.own_path !== 'no' && (
          <p role="alert" className="rounded-lg bg-warning-soft px-3.5 py-2.5 sm:col-span-2">
            {say({
              zh: '您自己的连接可能经过这些设备：如果断开，能自动回退的设备会在确认时间内恢复原配置。',
              en: 'Your own connection may run through these devices. If it breaks, devices with automatic rollback restore their configuration.',
            })}
          </p>
        )}
        {chosen.size > 0 ? (
          <div className="min-w-0">
            <p className="mb-1 text-xs text-soft">{say({ zh: '试点设备', en: 'Canary devices' })}</p>
            <p className="line-clamp-3">{[...chosen.values()].join(lang === 'zh' ? '、' : ', ')}</p>
          </div>
        ) : (
          <TextField
            {...field('canary')}
            label={{ zh: '试点设备数', en: 'Canary devices' }}
            placeholder={say({ zh: '每型号 1 台，最多 2 台', en: 'One a model, two at most' })}
            hint={{
              zh: '先下发并观察；也可在设备差异中指定',
              en: 'They go first and are watched; or choose them in the review',
            }}
          />
        )}
        <TextField
          {...field('soak')}
          label={{ zh: '观察时间', en: 'Watch the canary for' }}
          suffix={say({ zh: '秒', en: 's' })}
          hint={{ zh: '通过后再下发其余设备', en: 'The others follow when it is healthy' }}
        />
        <TextField
          {...field('confirm')}
          label={{ zh: '确认时间', en: 'Return unless confirmed in' }}
          suffix={say({ zh: '秒', en: 's' })}
          hint={{ zh: '设备在此时间内未恢复连接则自动回退', en: 'A device that is not back by then takes it back' }}
        />
        <TextField
          {...field('min_terminals')}
          label={{ zh: '终端数不低于', en: 'Terminals at least' }}
          suffix="%"
          hint={{ zh: '与变更前相比，观察期结束时检查', en: 'Of those before, when the canary was watched' }}
        />
        <TextField
          {...field('failures')}
          label={{ zh: '允许失败的设备', en: 'Devices that may fail' }}
          suffix="%"
          hint={{ zh: '超过后全部回退', en: 'Above that everything returns' }}
        />
        <Checkbox
          className="sm:col-span-2"
          label={{
            zh: '设备只能采用部分配置时保留已生效的部分；不勾选则该设备回退并计为失败',
            en: 'Keep what took effect if a device accepts only part of the configuration; otherwise the device is rolled back and counts as failed',
          }}
          checked={form.keep_partial}
          onChange={(keep_partial) => setForm({ ...form, keep_partial })}
        />
        {unread_cnt > 0 && (
          <p role="alert" className="rounded-lg bg-warning-soft px-3.5 py-2.5 sm:col-span-2">
            {say(
              {
                zh: '{n} 台设备的现有配置未知，将被跳过。可关闭此窗口，在设备差异中导入其配置或从空配置开始。',
                en: 'The current configuration of {n} {n:device|devices} is not known: {n:it is|they are} skipped. To include {n:it|them}, close this dialog and import the configuration or start from empty in the review.',
              },
              { n: unread_cnt },
            )}
          </p>
        )}
        {no_undo_cnt > unread_cnt && (
          <p role="alert" className="rounded-lg bg-warning-soft px-3.5 py-2.5 sm:col-span-2">
            {say(
              {
                zh: '{n} 台设备的原有配置未知，回退和撤销均无法恢复。',
                en: 'The previous configuration of {n} {n:device|devices} is not known: neither a rollback nor an undo can restore it.',
              },
              { n: no_undo_cnt - unread_cnt },
            )}
          </p>
        )}
        {offline_cnt > 0 && (
          <Select
            label={say({ zh: '{n} 台离线设备', en: '{n} offline {n:device|devices}' }, { n: offline_cnt })}
            options={offlinePolicy.values}
            value={form.offline}
            onChange={(offline) => setForm({ ...form, offline: offline as 'skip' | 'wait' })}
          />
        )}
      </div>
    </FormDialog>
  )
}
