import { monitorType } from '@belvedere/contract/rooms/device/third/enums.ts'
import type { Words } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { SnmpFields } from './snmp-fields.tsx'
import type { Monitor, MonitoredForm, StoredMonitored, MonitoredState } from './use-monitored-form.ts'

const usualPort: Readonly<Record<string, string>> = { http: '80', snmp: '161' }

interface MonitorFieldsProps {
  state: MonitoredState
  kept: StoredMonitored | undefined
}

/** The monitoring method and its fields. */
export function MonitorFields({ state, kept }: MonitorFieldsProps) {
  const { form, set, fields } = state
  const { type } = form
  const hasPort = type === 'tcp' || type === 'http' || type === monitorType.id.snmp
  return (
    <div className="grid grid-cols-3 gap-4 max-sm:grid-cols-1">
      <Select
        label={{ zh: '方式', en: 'Method' }}
        options={monitorType.values as readonly { id: Monitor['type']; zh: string; en: string }[]}
        value={type}
        onChange={(next) => set({ type: next, port: '' })}
      />
      {hasPort && (
        <NumberField
          state={state}
          name="port"
          label={{ zh: '端口', en: 'Port' }}
          required={type === 'tcp'}
          placeholder={type === 'http' && form.tls ? '443' : usualPort[type]}
        />
      )}
      {type === 'http' && (
        <>
          <div className="flex h-8 items-center self-end">
            <Checkbox
              label={{ zh: '加密（HTTPS）', en: 'Encrypted (HTTPS)' }}
              checked={form.tls}
              onChange={(tls) => set({ tls })}
            />
          </div>
          <TextField
            mono
            maxLength={256}
            label={{ zh: '路径', en: 'Path' }}
            placeholder="/"
            value={form.path}
            onChange={(path) => set({ path })}
            error={fields['monitor.path']}
          />
          <NumberField
            state={state}
            name="status"
            label={{ zh: '状态码（默认小于 400）', en: 'Status (usually below 400)' }}
          />
          <TextField
            maxLength={128}
            label={{ zh: '页面须包含（可选）', en: 'Text on the page (optional)' }}
            value={form.text}
            onChange={(text) => set({ text })}
            error={fields['monitor.text']}
          />
        </>
      )}
      {type === monitorType.id.snmp && <SnmpFields state={state} kept={kept} />}
      {type !== 'none' && (
        <>
          <NumberField state={state} name="interval" label={{ zh: '间隔（秒）', en: 'Every (s)' }} />
          <NumberField state={state} name="misses" label={{ zh: '连续失败几次算离线', en: 'Failures until offline' }} />
          <NumberField state={state} name="timeout" label={{ zh: '超时（毫秒）', en: 'Time-out (ms)' }} />
        </>
      )}
    </div>
  )
}

interface MonitorNumberProps {
  state: MonitoredState
  name: keyof MonitoredForm & ('port' | 'status' | 'interval' | 'misses' | 'timeout')
  label: Words
  required?: boolean
  placeholder?: string | undefined
}

function NumberField({ state: { form, set, fields }, name, label, required, placeholder }: MonitorNumberProps) {
  return (
    <TextField
      inputMode="numeric"
      maxLength={5}
      label={label}
      required={required ?? false}
      placeholder={placeholder}
      value={form[name]}
      onChange={(text) => set({ [name]: text.replace(/\D/g, '') })}
      error={fields[`monitor.${name}`]}
      autoComplete="off"
    />
  )
}
