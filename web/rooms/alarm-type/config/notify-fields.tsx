import type { AlarmField } from '@belvedere/contract/rooms/alarm-type/shapes.ts'
import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import type { AlarmSettingDraft } from './draft.ts'

interface ReachFieldsProps {
  draft: AlarmSettingDraft
  put: (part: Partial<AlarmSettingDraft>) => void
  row: (label: Words, field: AlarmField, control: ReactNode) => ReactNode
  momentary: boolean
  disabled: boolean
}

const waits = [
  { id: 300, zh: '5 分钟后', en: 'After 5 minutes' },
  { id: 900, zh: '15 分钟后', en: 'After 15 minutes' },
  { id: 1800, zh: '30 分钟后', en: 'After 30 minutes' },
  { id: 3600, zh: '1 小时后', en: 'After an hour' },
  { id: 14_400, zh: '4 小时后', en: 'After 4 hours' },
  { id: 86_400, zh: '1 天后', en: 'After a day' },
]

/** Recipients of a message, and the escalation while the alarm is not handled. */
export function NotifyFields({ draft, put, row, momentary, disabled }: ReachFieldsProps) {
  const { data } = useQueryCall(userCalls.list, { limit: 100, orderby: 'name asc' })
  const contacts = data?.list ?? []
  const { targets, escalate } = draft
  const step = (at: number, part: Partial<AlarmSettingDraft['escalate'][number]>) =>
    put({ escalate: escalate.map((one, n) => (n === at ? { ...one, ...part } : one)) })
  return (
    <>
      {row(
        { zh: '通知对象', en: 'Recipients' },
        'targets',
        <ContactChoice
          contacts={contacts}
          value={targets}
          onChange={(list) => put({ targets: list })}
          none={{ zh: '按联系人各自的范围', en: 'All contacts with it in their scope' }}
          disabled={disabled}
        />,
      )}
      {!momentary &&
        row(
          { zh: '无人处理时升级', en: 'If it is not handled' },
          'escalate',
          <span className="flex flex-col gap-3">
            {escalate.map(({ after_s, targets: named }, at) => (
              <span key={at} className="flex flex-col gap-1.5">
                <span className="flex items-center gap-1.5">
                  <Select
                    className="w-40"
                    name={{ zh: '何时', en: 'When' }}
                    options={
                      waits.some(({ id }) => id === after_s)
                        ? waits
                        : [...waits, { id: after_s, zh: `${after_s} 秒后`, en: `After ${after_s} s` }]
                    }
                    value={after_s}
                    onChange={(id) => step(at, { after_s: id })}
                    disabled={disabled}
                  />
                  {!disabled && (
                    <IconButton
                      size="s"
                      icon={X}
                      label={{ zh: '删除这一级', en: 'Remove this step' }}
                      onClick={() => put({ escalate: escalate.filter((_, n) => n !== at) })}
                    />
                  )}
                </span>
                <ContactChoice
                  contacts={contacts}
                  value={named}
                  onChange={(list) => step(at, { targets: list })}
                  none={{ zh: '全部联系人', en: 'All contacts' }}
                  disabled={disabled}
                />
              </span>
            ))}
            {!disabled && escalate.length < 5 && (
              <span>
                <Button
                  kind="quiet"
                  size="s"
                  icon={Plus}
                  onClick={() => put({ escalate: [...escalate, { after_s: 1800, targets: [] }] })}
                >
                  {say({ zh: '添加一级', en: 'Add a step' })}
                </Button>
              </span>
            )}
          </span>,
        )}
    </>
  )
}

interface ContactChoiceProps {
  contacts: readonly { id: number; name: string; provider_name: string; masked: string }[]
  value: readonly number[]
  onChange: (ids: number[]) => void
  /** Meaning of an empty list of recipients. */
  none: Words
  disabled: boolean
}

function ContactChoice({ contacts, value, onChange, none, disabled }: ContactChoiceProps) {
  return (
    <span className="flex flex-col gap-1">
      {value.length === 0 && <span className="text-soft">{say(none)}</span>}
      {contacts.map(({ id, name, masked }) => (
        <span key={id} className="flex items-center gap-2">
          <Checkbox
            label={name}
            checked={value.includes(id)}
            disabled={disabled}
            onChange={(on) => onChange(on ? [...value, id] : value.filter((one) => one !== id))}
          />
          <span className="truncate text-xs text-faint">{masked}</span>
        </span>
      ))}
      {value
        .filter((id) => !contacts.some((one) => one.id === id))
        .map((id) => (
          <span key={id} className="text-xs text-faint">
            {say({ zh: '已不存在的联系人 {id}', en: 'Removed contact {id}' }, { id })}
          </span>
        ))}
      {contacts.length === 0 && (
        <span className="text-xs text-faint">{say({ zh: '还没有联系人', en: 'There are no contacts yet' })}</span>
      )}
    </span>
  )
}
