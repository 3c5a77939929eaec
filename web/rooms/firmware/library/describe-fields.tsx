import { modelCalls } from '@belvedere/contract/rooms/device/model.ts'
import { firmwareChannel } from '@belvedere/contract/rooms/firmware/enums.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { modelsIn, type ImageDraft } from './draft.ts'

interface DescribeFieldsProps {
  draft: ImageDraft
  onChange: (part: Partial<ImageDraft>) => void
  errors: Partial<Record<string, Words | string>>
}

const notesLimit = 4000
/** Models of the user's devices, which are offered as suggestions. */
const offered = 12

/** Fields of an image that the user enters. */
export function DescribeFields({ draft, onChange, errors }: DescribeFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-4 max-sm:grid-cols-1">
      <TextField
        required
        label={{ zh: '版本', en: 'Version' }}
        value={draft.version}
        maxLength={64}
        onChange={(version) => onChange({ version })}
        error={errors['version']}
        hint={{ zh: '与设备上报的版本一致，如 4.2.0', en: 'As devices report it, such as 4.2.0' }}
        autoComplete="off"
      />
      <TextField
        label={{ zh: '最低可升级版本', en: 'Installs over' }}
        value={draft.min_version}
        maxLength={64}
        onChange={(min_version) => onChange({ min_version })}
        error={errors['min_version']}
        hint={{ zh: '更旧的设备会先升级到过渡版本', en: 'Older devices go through a version in between first' }}
        autoComplete="off"
      />
      <div className="col-span-full">
        <TextArea
          required
          label={{ zh: '适用型号', en: 'Models' }}
          value={draft.models}
          maxLength={notesLimit}
          rows={3}
          onChange={(models) => onChange({ models })}
          error={errors['models']}
          hint={{ zh: '每行一个', en: 'One a line' }}
        />
        <KnownModels draft={draft} onChange={onChange} />
      </div>
      <TextField
        label={{ zh: '厂商', en: 'Vendor' }}
        value={draft.vendor}
        maxLength={64}
        onChange={(vendor) => onChange({ vendor })}
        autoComplete="off"
      />
      <Select
        label={{ zh: '通道', en: 'Channel' }}
        options={firmwareChannel.values}
        value={draft.channel}
        onChange={(channel) => onChange({ channel })}
      />
      <TextArea
        label={{ zh: '版本说明（中文）', en: 'Release notes (Chinese)' }}
        value={draft.notes_zh}
        maxLength={notesLimit}
        rows={4}
        onChange={(notes_zh) => onChange({ notes_zh })}
      />
      <TextArea
        label={{ zh: '版本说明（英文）', en: 'Release notes (English)' }}
        value={draft.notes_en}
        maxLength={notesLimit}
        rows={4}
        onChange={(notes_en) => onChange({ notes_en })}
      />
    </div>
  )
}

function KnownModels({ draft, onChange }: Pick<DescribeFieldsProps, 'draft' | 'onChange'>) {
  const { data } = useQueryCall(modelCalls.option, {})
  const told = modelsIn(draft.models)
  const others = (data?.list ?? []).map(({ model }) => model).filter((model) => !told.includes(model))
  if (others.length === 0) return null
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-1.5 text-xs text-faint">
      {say({ zh: '已有设备：', en: 'Your devices:' })}
      {others.slice(0, offered).map((model) => (
        <button
          key={model}
          type="button"
          className="rounded border border-line px-1.5 text-soft hover:bg-hover hover:text-ink"
          onClick={() => onChange({ models: [...told, model].join('\n') })}
        >
          {model}
        </button>
      ))}
    </p>
  )
}
