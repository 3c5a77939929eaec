import { baseCalls } from '@belvedere/contract/rooms/intent/base.ts'
import { intentCalls } from '@belvedere/contract/rooms/intent/intent.ts'
import { Eraser, FileUp, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ImportBase } from './import-base.tsx'

interface UnknownBaseProps {
  device_id: number
  name: string
  online: boolean
  /** The device reports its state only, not its configuration. */
  derived: boolean
}

/** For a device whose running configuration is unknown: why nothing is sent to it, and the three solutions. */
export function UnknownBase({ device_id, name, online, derived }: UnknownBaseProps) {
  const may = useMay()
  const ask = useConfirm()
  const [importing, setImporting] = useState(false)
  const { data } = useQueryCall(intentCalls.state, { device_id })
  const read = useMutateCall(intentCalls.read, { done: { zh: '已读取', en: 'Read' } })
  const agree = useMutateCall(baseCalls.agree, { done: { zh: '已确认', en: 'Confirmed' } })
  const begin = async () => {
    const title = derived
      ? { zh: '从上报的状态开始？', en: 'Start from the reported state?' }
      : { zh: '从空配置开始？', en: 'Start from an empty configuration?' }
    const body = say(
      derived
        ? {
            zh: '下次下发将替换 {name} 的全部配置。未上报的设置会丢失，回退和撤销均无法恢复。',
            en: 'The next change set replaces the whole configuration of {name}. Settings that are not in its reports are lost; neither a rollback nor an undo restores them.',
          }
        : {
            zh: '下次下发将替换 {name} 的全部配置。原有设置会丢失，回退和撤销均无法恢复。',
            en: 'The next change set replaces the whole configuration of {name}. Its existing settings are lost; neither a rollback nor an undo restores them.',
          },
      { name },
    )
    const sure = await ask({ title, body, danger: true, type: name, ok: { zh: '确认', en: 'Confirm' } })
    if (sure) await agree.run({ device_id, name })
  }
  return (
    <div className="grid gap-2.5 rounded-lg bg-warning-soft px-3.5 py-2.5">
      <p>
        {say(
          derived
            ? {
                zh: '该设备的运行配置未知，仅有其上报的状态。导入配置，或确认从上报的状态开始后，才会下发。',
                en: 'The running configuration of this device is not known, only its reported state. Nothing is sent until the configuration is imported or you confirm to start from the reported state.',
              }
            : {
                zh: '该设备的运行配置未知。读取或导入配置，或确认从空配置开始后，才会下发。',
                en: 'The running configuration of this device is not known. Nothing is sent until it is read or imported, or you confirm to start from empty.',
              },
        )}
      </p>
      {may('device.write') && (
        <div className="flex flex-wrap gap-2">
          {data?.readable === 1 && (
            <Button
              icon={RefreshCw}
              size="s"
              disabled={!online}
              pending={read.pending}
              onClick={() => void read.run({ device_id })}
            >
              {say({ zh: '读取', en: 'Read' })}
            </Button>
          )}
          <Button icon={FileUp} size="s" onClick={() => setImporting(true)}>
            {say({ zh: '导入配置…', en: 'Import configuration…' })}
          </Button>
          <Button icon={Eraser} size="s" pending={agree.pending} onClick={() => void begin()}>
            {derived
              ? say({ zh: '从上报的状态开始…', en: 'Start from reported state…' })
              : say({ zh: '从空配置开始…', en: 'Start from empty…' })}
          </Button>
        </div>
      )}
      {importing && <ImportBase device_id={device_id} name={name} onClose={() => setImporting(false)} />}
    </div>
  )
}
