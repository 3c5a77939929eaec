import { ledPattern } from '@belvedere/contract/rooms/task/enums.ts'
import { useState } from 'react'
import { say } from '../../../kit/words/words.ts'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { nameOf, type ListedDevice } from '../device-table/device.ts'
import { ledsCommand, sendCommand } from '../../task/api.tsx'

const times = [
  { id: 60, zh: '1 分钟', en: '1 minute' },
  { id: 300, zh: '5 分钟', en: '5 minutes' },
  { id: 1800, zh: '30 分钟', en: '30 minutes' },
]

/** Blinking locates a device; off is for bedrooms. */
export function LedsDialog({ device, onClose }: { device: ListedDevice; onClose: () => void }) {
  const [pattern, setPattern] = useState<'blink' | 'on' | 'off'>('blink')
  const [seconds, setSeconds] = useState(60)
  const submit = () => {
    onClose()
    void sendCommand(ledsCommand(pattern, seconds), device)
  }
  return (
    <FormDialog
      open
      width={480}
      title={say({ zh: '指示灯 · {name}', en: 'LEDs · {name}' }, { name: nameOf(device) })}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        <Select
          label={{ zh: '状态', en: 'State' }}
          hint={
            pattern === 'blink'
              ? {
                  zh: '便于在现场找到设备，结束后自动恢复',
                  en: 'To find the device on site; the LEDs then return to normal',
                }
              : { zh: '直到再次设置', en: 'Until set again' }
          }
          options={ledPattern.values}
          value={pattern}
          onChange={setPattern}
        />
        {pattern === 'blink' && (
          <Select label={{ zh: '时长', en: 'For' }} options={times} value={seconds} onChange={setSeconds} />
        )}
      </div>
    </FormDialog>
  )
}
