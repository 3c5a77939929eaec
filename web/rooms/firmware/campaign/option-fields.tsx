import { say, type Words } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { numberIn, type CampaignDraft } from './campaign-draft.ts'
import { Part } from './part.tsx'

interface HowFieldsProps {
  draft: CampaignDraft
  onChange: (part: Partial<CampaignDraft>) => void
}

type NumberField = 'canary' | 'soak' | 'most' | 'fail_percent' | 'back'

const numbers: { field: NumberField; label: Words; unit: Words }[] = [
  {
    field: 'canary',
    label: { zh: '每型号首批台数', en: 'First devices of a model' },
    unit: { zh: '台', en: 'devices' },
  },
  { field: 'soak', label: { zh: '首批观察时间', en: 'Watch them for' }, unit: { zh: '分钟', en: 'min' } },
  { field: 'most', label: { zh: '每批最多', en: 'Devices of a wave' }, unit: { zh: '台', en: 'at most' } },
  { field: 'back', label: { zh: '恢复在线时限', en: 'Back online within' }, unit: { zh: '分钟', en: 'min' } },
  {
    field: 'fail_percent',
    label: { zh: '失败比例超过则暂停', en: 'Pause when more fail than' },
    unit: { zh: '%', en: '%' },
  },
]

/** Safeguards and times. */
export function OptionFields({ draft, onChange }: HowFieldsProps) {
  return (
    <Part title={{ zh: '3. 方式', en: '3. How' }}>
      <div className="grid grid-cols-3 gap-4 max-sm:grid-cols-2">
        {numbers.map(({ field, label, unit }) => (
          <TextField
            key={field}
            label={label}
            value={draft[field]}
            inputMode="numeric"
            maxLength={4}
            onChange={(text) => onChange({ [field]: text.replace(/\D/g, '') })}
            onBlur={() => onChange({ [field]: String(numberIn(field, draft[field])) })}
            suffix={<span className="pr-1.5 text-xs">{say(unit)}</span>}
          />
        ))}
        <TextField
          label={{ zh: '开始时间', en: 'Start at' }}
          type="datetime-local"
          value={draft.start}
          onChange={(start) => onChange({ start })}
        />
      </div>
      <div className="mt-4 flex flex-col gap-2.5">
        <Checkbox
          label={{ zh: '有设备升级后未恢复时立即暂停', en: 'Pause immediately when a device does not reconnect' }}
          checked={draft.halt_on_lost}
          onChange={(halt_on_lost) => onChange({ halt_on_lost })}
        />
        <Checkbox
          label={{
            zh: '升级前备份配置（24 小时内已有备份则跳过）',
            en: 'Back up first, unless there is a backup of the last 24 hours',
          }}
          checked={draft.backup}
          onChange={(backup) => onChange({ backup })}
        />
        <Checkbox
          label={{
            zh: '清除设备配置（默认保留；证书与网关地址始终保留）',
            en: 'Erase the configuration (by default it is kept; certificates and gateway are always kept)',
          }}
          checked={draft.clean}
          onChange={(clean) => onChange({ clean })}
        />
        <Checkbox
          label={{ zh: '仅在每天的以下时段进行（按场景时区）', en: 'Only at these hours, on the clocks of each scene' }}
          checked={draft.window}
          onChange={(window) => onChange({ window })}
        />
        {draft.window && (
          <div className="ml-5.5 flex items-center gap-2">
            <TextField
              type="time"
              value={draft.window_from}
              onChange={(window_from) => onChange({ window_from })}
              aria-label={say({ zh: '时段开始', en: 'From' })}
            />
            –
            <TextField
              type="time"
              value={draft.window_to}
              onChange={(window_to) => onChange({ window_to })}
              aria-label={say({ zh: '时段结束', en: 'To' })}
            />
          </div>
        )}
      </div>
    </Part>
  )
}
