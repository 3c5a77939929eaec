import { appCalls } from '@belvedere/contract/rooms/remote/app.ts'
import { installStatus } from '@belvedere/contract/rooms/remote/app/enums.ts'
import { Play, RotateCw, Square } from 'lucide-react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay, useSession } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { InstalledApp } from './installed-app.ts'

const readOnlyMode = 3

/** Start, stop and restart, if the device supports it and the user has the permission. */
export function AppActions({ app }: { app: InstalledApp }) {
  const may = useMay()
  const confirm = useConfirm()
  const mode = useSession((s) => s.scene.get(app.scene_id)?.mode)
  const { run, pending } = useMutateCall(appCalls.setting, { done: { zh: '设备已执行', en: 'The device did it' } })
  if (!app.settable || !may('device.command') || mode === readOnlyMode) return null
  const runs = app.status === installStatus.id.running || app.status === installStatus.id.starting
  const set = (action: 'start' | 'stop' | 'restart') => run({ device_id: app.device_id, name: app.name, action })
  const stop = async () => {
    const title = say({ zh: '停止“{name}”？', en: 'Stop “{name}”?' }, { name: app.name })
    const body = say({ zh: '设备：{device}', en: 'Device: {device}' }, { device: app.device_name })
    if (await confirm({ title, body, danger: true, ok: { zh: '停止', en: 'Stop' } })) await set('stop')
  }
  const common = { size: 's' as const, disabled: !app.online, pending }
  return (
    <span className="inline-flex items-center">
      {runs ? (
        <IconButton {...common} icon={Square} label={{ zh: '停止', en: 'Stop' }} onClick={() => void stop()} />
      ) : (
        <IconButton {...common} icon={Play} label={{ zh: '启动', en: 'Start' }} onClick={() => void set('start')} />
      )}
      <IconButton
        {...common}
        icon={RotateCw}
        label={{ zh: '重启', en: 'Restart' }}
        onClick={() => void set('restart')}
      />
    </span>
  )
}
