import { lineCalls } from '@belvedere/contract/rooms/device/line.ts'
import { lineSpeedFrom } from '@belvedere/contract/rooms/device/line/enums.ts'
import { useState } from 'react'
import { Go } from '../../kit/routing/go.tsx'
import { useMutateCall } from '../../kit/calls/query.ts'
import { say, type Words } from '../../kit/words/words.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { LineFacts } from './line-facts.ts'

interface LineDialogProps {
  device_id: number
  line: LineFacts
  /** The device supports ping over its lines. */
  measures: boolean
  onClose: () => void
}

const saved = { done: { zh: '线路已保存', en: 'Line saved' } }
const textOfMbps = (mbps: number | null) => (mbps === null ? '' : String(mbps))

/** Undefined: not a bandwidth. */
function mbpsOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const mbps = Number(text)
  return mbps >= 0.064 && mbps <= 400_000 ? mbps : undefined
}

/** Subscribed bandwidth of a line, and its ping targets. */
export function LineDialog({ device_id, line, measures, onClose }: LineDialogProps) {
  const [down, setDown] = useState(textOfMbps(line.down_mbps))
  const [up, setUp] = useState(textOfMbps(line.up_mbps))
  const [from, setFrom] = useState(line.speed_from)
  const [targets, setTargets] = useState((line.targets ?? []).join(' '))
  const { run, pending } = useMutateCall(lineCalls.set, saved)
  const [down_mbps, up_mbps] = [mbpsOf(down), mbpsOf(up)]
  const list = targets.split(/[\s,，]+/).filter(Boolean)
  const enter = (set: (text: string) => void) => (text: string) => {
    set(text)
    setFrom(lineSpeedFrom.id.entered)
  }
  const takePeak = () => {
    setDown(textOfMbps(line.peak_down_mbps))
    setUp(textOfMbps(line.peak_up_mbps))
    setFrom(lineSpeedFrom.id.measured)
  }
  const submit = async () => {
    if (down_mbps === undefined || up_mbps === undefined || list.length > 2) return
    const input = { id: device_id, name: line.name, down_mbps, up_mbps, speed_from: from }
    if (await run({ ...input, targets: list.length > 0 ? list : null })) onClose()
  }
  const bad: Words = { zh: '应为 0.064 至 400000 的数字', en: 'Enter a number from 0.064 to 400000' }
  const hasPeak = (line.peak_down_mbps ?? 0) >= 0.064 && (line.peak_up_mbps ?? 0) >= 0.064
  const peak = { down: line.peak_down_mbps ?? 0, up: line.peak_up_mbps ?? 0 }
  return (
    <FormDialog
      open
      width={480}
      title={say({ zh: '线路 {name}', en: 'Line {name}' }, { name: line.name })}
      ok={{ zh: '保存', en: 'Save' }}
      onClose={onClose}
      onSubmit={() => void submit()}
      pending={pending}
    >
      <div className="grid gap-4">
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label={{ zh: '下行带宽（Mbps）', en: 'Download (Mbps)' }}
            inputMode="decimal"
            autoComplete="off"
            value={down}
            onChange={enter(setDown)}
            error={down_mbps === undefined ? bad : undefined}
          />
          <TextField
            label={{ zh: '上行带宽（Mbps）', en: 'Upload (Mbps)' }}
            inputMode="decimal"
            autoComplete="off"
            value={up}
            onChange={enter(setUp)}
            error={up_mbps === undefined ? bad : undefined}
          />
        </div>
        {hasPeak && (
          <div className="flex items-center gap-3">
            <p className="flex-1 text-xs text-soft">
              {say(
                { zh: '7 天内最高：下行 {down}，上行 {up} Mbps', en: 'Peak in 7 days: {down} Mbps down, {up} Mbps up' },
                peak,
              )}
            </p>
            <Button size="s" onClick={takePeak}>
              {say({ zh: '使用实测值', en: 'Use measured values' })}
            </Button>
          </div>
        )}
        <p className="text-xs text-soft">
          {say({
            zh: '带宽占满告警以此为准，默认未启用；留空则不告警。',
            en: 'The alarm “WAN full” compares with it. It is off by default; empty: no alarm.',
          })}{' '}
          <Go to="/maintenance/alert/set">{say({ zh: '告警设置', en: 'Alarm settings' })}</Go>
        </p>
        {measures && (
          <TextField
            label={{ zh: '探测地址', en: 'Probe targets' }}
            hint={{
              zh: '最多两个 IP 地址，用空格分隔；留空为 223.5.5.5 和 1.1.1.1。网关始终探测',
              en: 'Up to two IP addresses, separated by a space. Default: 223.5.5.5 and 1.1.1.1. The gateway is always probed.',
            }}
            mono
            maxLength={96}
            autoComplete="off"
            value={targets}
            onChange={setTargets}
            error={list.length > 2 ? { zh: '最多两个地址', en: 'At most two addresses' } : undefined}
          />
        )}
      </div>
    </FormDialog>
  )
}
