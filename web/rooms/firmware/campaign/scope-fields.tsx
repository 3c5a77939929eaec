import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { CampaignDraft } from './campaign-draft.ts'
import { Part } from './part.tsx'

interface ScopeFieldsProps {
  draft: CampaignDraft
  onChange: (part: Partial<CampaignDraft>) => void
  /** Number of devices selected in a list. */
  devices: number | undefined
}

const READ_ONLY = 3

export function ScopeFields({ draft, onChange, devices }: ScopeFieldsProps) {
  const { data } = useQueryCall(sceneCalls.option, {}, { keep: true })
  const scenes = (data?.list ?? [])
    .filter(({ mode }) => mode !== READ_ONLY)
    .map(({ id, name }) => ({ id, label: name }))
  const all = { id: 0, label: say({ zh: '所有场景', en: 'All scenes' }) }
  return (
    <Part title={{ zh: '2. 设备', en: '2. Devices' }}>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        {devices === undefined ? (
          <Select
            label={{ zh: '场景', en: 'Scene' }}
            filter
            options={[all, ...scenes]}
            value={draft.scene_id}
            onChange={(scene_id) => onChange({ scene_id })}
          />
        ) : (
          <div>
            <p className="mb-1 text-xs font-medium text-soft">{say({ zh: '范围', en: 'Scope' })}</p>
            <p className="leading-8">
              {say({ zh: '已选 {n} 台设备', en: '{n} chosen {n:device|devices}' }, { n: devices })}
            </p>
          </div>
        )}
        <TextField
          label={{ zh: '计划名称', en: 'Name' }}
          value={draft.name}
          onChange={(name) => onChange({ name })}
          placeholder={say({ zh: '默认为目标版本', en: 'By default the version' })}
          autoComplete="off"
        />
      </div>
    </Part>
  )
}
