import { monitoredCalls } from '@belvedere/contract/rooms/monitor/monitored.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { MonitorFields } from './monitor-fields.tsx'
import { TriedNote } from './tried-note.tsx'
import { type MonitoredForm, type StoredMonitored, useMonitoredForm } from './use-monitored-form.ts'
import { DeviceFields } from './device-fields.tsx'

interface ThirdDialogProps {
  /** Undefined: a new object. */
  id?: number
  scene_id?: number
  /** Known values of a device found by a scan. */
  first?: Partial<MonitoredForm>
  onClose: () => void
}

export function MonitoredDialog({ id, ...props }: ThirdDialogProps) {
  const { data } = useQueryCall(monitoredCalls.get, { id: id ?? 0 }, { enabled: id !== undefined })
  if (id !== undefined && !data) return null
  return <Opened {...props} kept={data} />
}

function Opened({
  scene_id,
  kept,
  first,
  onClose,
}: Omit<ThirdDialogProps, 'id'> & { kept: StoredMonitored | undefined }) {
  const state = useMonitoredForm(scene_id, kept, first)
  const submit = async () => {
    if (await state.save()) onClose()
  }
  const title = kept
    ? { zh: '编辑第三方设备', en: 'Edit a third-party device' }
    : { zh: '添加第三方设备', en: 'Add a third-party device' }
  return (
    <FormDialog
      open
      width={640}
      title={title}
      pending={state.saving}
      dirty={state.dirty}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <DeviceFields state={state} />
      <h3 className="mt-5 mb-3 border-t border-line pt-4 font-medium">{say({ zh: '监测', en: 'Monitor' })}</h3>
      <MonitorFields state={state} kept={kept} />
      {state.form.type !== 'none' && (
        <div className="mt-4 flex min-h-8 flex-wrap items-center gap-3">
          <Button pending={state.trying} disabled={!state.form.ip.trim()} onClick={() => void state.tryIt()}>
            {say({ zh: '立即测试', en: 'Test now' })}
          </Button>
          <TriedNote tried={state.tried} type={state.form.type} />
        </div>
      )}
    </FormDialog>
  )
}
