import { useUrlState } from '../../../kit/routing/url-state.ts'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { DeviceLog } from './device-log.tsx'
import { Operations } from './operations.tsx'

const tabs = [
  { id: 'operations', label: { zh: '操作日志', en: 'Operations' } },
  { id: 'devices', label: { zh: '设备日志', en: 'Device logs' } },
] as const

/** Operations of users, and logs of devices. */
export function View() {
  const [{ tab }, set] = useUrlState({ tab: 'operations' })
  const shown = tab === 'devices' ? 'devices' : 'operations'
  return (
    <>
      <Tabs tabs={tabs} value={shown} onChange={(tab) => set({ tab }, { push: true })} className="mb-3 shrink-0" />
      {shown === 'devices' ? <DeviceLog /> : <Operations />}
    </>
  )
}
