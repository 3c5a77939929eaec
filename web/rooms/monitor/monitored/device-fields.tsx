import { thirdKind } from '@belvedere/contract/rooms/device/third/enums.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { LogoField } from './logo-field.tsx'
import type { MonitoredState } from './use-monitored-form.ts'

/** Name, kind, scene and picture. */
export function DeviceFields({ state: { form, set, fields } }: { state: MonitoredState }) {
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
      <TextField
        autoFocus
        required
        label={{ zh: '名称', en: 'Name' }}
        value={form.name}
        onChange={(name) => set({ name })}
        error={fields.name}
        autoComplete="off"
      />
      <Select
        filter
        required
        label={{ zh: '种类', en: 'Kind' }}
        options={thirdKind.values as readonly { id: typeof form.kind; zh: string; en: string }[]}
        value={form.kind}
        onChange={(kind) => set({ kind })}
      />
      <TextField
        required
        mono
        maxLength={45}
        label={{ zh: 'IP 地址', en: 'IP address' }}
        value={form.ip}
        onChange={(ip) => set({ ip })}
        error={fields.ip}
        autoComplete="off"
      />
      <TextField
        mono
        maxLength={17}
        label={{ zh: 'MAC 地址（可选）', en: 'MAC address (optional)' }}
        hint={{ zh: '用来识别厂商', en: 'Identifies the manufacturer' }}
        value={form.mac}
        onChange={(mac) => set({ mac })}
        error={fields.mac}
        autoComplete="off"
      />
      <LogoField value={form.logo_id} kind={form.kind} onChange={(logo_id) => set({ logo_id })} />
    </div>
  )
}
