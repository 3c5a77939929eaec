import { radioBand, wifiBandwidth, wifiMode, wifiRegion } from '@belvedere/contract/rooms/intent/enums.ts'
import { bandwidthsOf, channelsOf, modesOf, needsDfs } from '@belvedere/pure/network/wifi-channels.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { RadioBand, RadioForm, Wizard } from './use-wizard.ts'

const same = { zh: '保持不变', en: 'As it is' }

/** Settings of the radios of a band; bands that are not selected are unchanged. */
export function RadiosStep({ wizard: { radios, setRadios, fields } }: { wizard: Wizard }) {
  const put = (band: RadioBand, form: RadioForm | undefined) => {
    const { [band]: _, ...rest } = radios
    setRadios(form ? { ...rest, [band]: form } : rest)
  }
  return (
    <div className="flex flex-col gap-4">
      {radioBand.values.map(({ id, ...label }) => {
        const form = radios[id]
        const at = Object.keys(radios).indexOf(id)
        return (
          <section key={id} aria-label={label[lang]} className="rounded-md border border-line p-4">
            <Checkbox
              className="font-medium"
              label={say({ zh: '调整 {band} 射频', en: 'Change the {band} radio' }, { band: label[lang] })}
              checked={form !== undefined}
              onChange={(on) => put(id, on ? {} : undefined)}
            />
            {form && (
              <RadioFields
                band={id}
                form={form}
                fault={(field) => fields[`radios.${at}.${field}`]}
                onChange={(part) => put(id, { ...form, ...part })}
              />
            )}
          </section>
        )
      })}
    </div>
  )
}

interface RadioFieldsProps {
  band: RadioBand
  form: RadioForm
  fault: (field: string) => string | undefined
  onChange: (part: Partial<RadioForm>) => void
}

function RadioFields({ band, form, fault, onChange }: RadioFieldsProps) {
  const region = form.region ?? 'CN'
  const channels = channelsOf(band, region, form.bandwidth)
  // the channel may not exist with another region or width
  const choose = (part: Partial<RadioForm>) => {
    const next = { ...form, ...part }
    const allowed = channelsOf(band, next.region ?? 'CN', next.bandwidth)
    const fits = !next.channel || allowed.includes(next.channel)
    onChange(fits ? part : { ...part, channel: 0 })
  }
  const modes = wifiMode.values.filter(({ id }) => modesOf(band).includes(id))
  const widths = wifiBandwidth.values.filter(({ id }) => bandwidthsOf(band).includes(id))
  return (
    <div className="mt-4 grid grid-cols-4 gap-4 max-sm:grid-cols-1">
      <Select
        label={{ zh: '国家/地区', en: 'Region' }}
        placeholder={same}
        options={wifiRegion.values}
        value={form.region}
        onChange={(id) => choose({ region: id as RadioForm['region'] })}
        onClear={() => choose({ region: undefined })}
      />
      <Select
        label={{ zh: '频宽', en: 'Width' }}
        placeholder={same}
        options={widths}
        value={form.bandwidth}
        onChange={(id) => choose({ bandwidth: id as RadioForm['bandwidth'] })}
        onClear={() => choose({ bandwidth: undefined })}
        error={fault('bandwidth')}
      />
      <Select
        filter
        label={{ zh: '信道', en: 'Channel' }}
        placeholder={same}
        options={[
          { id: 0, zh: '自动', en: 'Automatic' },
          ...channels.map((id) => ({ id, label: channelText(band, id) })),
        ]}
        value={form.channel}
        onChange={(channel) => onChange({ channel })}
        onClear={() => onChange({ channel: undefined })}
        error={fault('channel')}
      />
      {modes.length > 0 && (
        <Select
          label={{ zh: '模式', en: 'Mode' }}
          placeholder={same}
          options={modes}
          value={form.mode}
          onChange={(id) => onChange({ mode: id as RadioForm['mode'] })}
          onClear={() => onChange({ mode: undefined })}
          error={fault('mode')}
        />
      )}
      <NumberField
        label={{ zh: '发射功率 dBm（0 为最大）', en: 'Power, dBm (0: most)' }}
        value={form.power}
        most={30}
        onChange={(power) => onChange({ power })}
      />
      <NumberField
        label={{ zh: '最大终端数', en: 'Terminals at most' }}
        value={form.max_clients}
        most={1024}
        onChange={(max_clients) => onChange({ max_clients })}
      />
      <Select
        label={{ zh: '射频', en: 'Radio' }}
        placeholder={same}
        options={[
          { id: 1, zh: '启用', en: 'On' },
          { id: 0, zh: '停用', en: 'Off' },
        ]}
        value={form.enable}
        onChange={(id) => onChange({ enable: id === 1 ? 1 : 0 })}
        onClear={() => onChange({ enable: undefined })}
      />
      {form.channel !== undefined && band === '5g' && needsDfs(form.channel) && (
        <p className="col-span-full text-xs text-warning">
          {say({
            zh: '该信道需要避让雷达（DFS）：启用时先静默侦听约一分钟，发现雷达会自动换信道。',
            en: 'This channel is shared with radar (DFS): the radio listens for one minute first and leaves the channel when it detects radar.',
          })}
        </p>
      )}
    </div>
  )
}

/** 2.4 GHz channels with their frequency, channels with radar detection marked. */
function channelText(band: RadioBand, channel: number): string {
  if (band === '2g') return `${channel} (${2407 + 5 * channel} MHz)`
  return band === '5g' && needsDfs(channel) ? `${channel} (DFS)` : String(channel)
}

interface RadioNumberProps {
  label: { zh: string; en: string }
  value: number | undefined
  most: number
  onChange: (value: number | undefined) => void
}

function NumberField({ label, value, most, onChange }: RadioNumberProps) {
  const take = (text: string) => {
    const digits = text.replace(/\D/g, '')
    onChange(digits ? Math.min(most, Number(digits)) : undefined)
  }
  return (
    <TextField
      inputMode="numeric"
      maxLength={4}
      label={label}
      placeholder={say(same)}
      value={value === undefined ? '' : String(value)}
      onChange={take}
      autoComplete="off"
    />
  )
}
