import { powerCalls } from '@belvedere/contract/rooms/change/power.ts'
import { useState } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { BlastNote } from '../../change/api.tsx'

interface PowerDialogProps {
  device_id: number
  device: string
  port: string
  onClose: () => void
}

const pauses = [2, 5, 10, 30].map((id) => ({ id, zh: `${id} 秒`, en: `${id} s` }))

/** Power-cycles a port for some seconds, after it shows the affected devices. */
export function PowerDialog({ device_id, device, port, onClose }: PowerDialogProps) {
  const [seconds, setSeconds] = useState(5)
  const { run, pending } = useMutateCall(powerCalls.cycle)
  const submit = async () => {
    const done = await run({ id: device_id, ports: [port], seconds })
    if (!done) return
    if (done.restored) toast.success({ zh: '端口已重新供电', en: 'The port gives power again' })
    else
      toast.error({
        zh: '设备尚未确认恢复供电，平台每分钟重试一次',
        en: 'The device has not confirmed that power is back on; the configuration is sent again every minute',
      })
    onClose()
  }
  return (
    <FormDialog
      open
      width={480}
      title={say({ zh: '断电重启端口 {port}？', en: 'Cycle the power of {port}?' }, { port })}
      ok={{ zh: '断电重启', en: 'Cycle the power' }}
      onClose={onClose}
      onSubmit={() => void submit()}
      pending={pending}
    >
      <div className="grid gap-4">
        <p className="truncate text-soft">{device}</p>
        <BlastNote ids={[device_id]} action="poe" ports={[port]} />
        <Select
          label={{ zh: '断电时长', en: 'Without power for' }}
          options={pauses}
          value={seconds}
          onChange={(value) => setSeconds(value ?? 5)}
        />
        <p className="text-xs text-soft">
          {say({
            zh: '先向设备下发关闭该端口供电的配置，再恢复原配置；其他端口不受影响。',
            en: 'The device is sent its configuration without power on this port, then the one it runs now. Other ports stay as they are.',
          })}
        </p>
      </div>
    </FormDialog>
  )
}
