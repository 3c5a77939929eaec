import { reportCalls } from '@belvedere/contract/rooms/change/report.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { Info } from 'lucide-react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useMayIn } from '../../../kit/session/session.ts'
import { lang, say, type Words } from '../../../kit/words/words.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { DeviceDetailAnswer } from './facts.ts'

type ReportingState = NonNullable<AnswerOf<typeof reportCalls.state>['reporting']>

/** Data that a device does not report with its configuration, and a button that changes it. */
export function ReportingNotice({ device: { id, type, scene_id } }: Pick<DeviceDetailAnswer, 'device'>) {
  const mayIn = useMayIn()
  const { data } = useQueryCall(reportCalls.state, { device_id: id })
  const start = useMutateCall(reportCalls.start, {
    done: { zh: '已生成变更单，正在下发', en: 'A change set was started' },
  })
  const missing = data?.reporting ? missingOf(data.reporting, type === deviceType.id.ap) : []
  if (!data || (missing.length === 0 && data.asked === 0)) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-md border border-line px-3 py-2 text-soft">
      <Info size={15} aria-hidden="true" className="shrink-0 text-faint" />
      <p className="min-w-0 flex-1" lang={lang}>
        {data.reporting && missing.length > 0 && said(data.reporting, missing)}
        {data.asked === 1 &&
          say({
            zh: '设备在线且配置已知时，自动开始上报。',
            en: 'Reporting starts automatically when the configuration of the device is known and the device is online.',
          })}
      </p>
      {data.pending === 1 && <span>{say({ zh: '变更单正在下发', en: 'A change set is running' })}</span>}
      {data.asked + data.pending === 0 && mayIn(scene_id, 'change.write') && (
        <Button size="s" pending={start.pending} onClick={() => void start.run({ ids: [id] })}>
          {say({ zh: '开始上报', en: 'Start reporting' })}
        </Button>
      )}
    </div>
  )
}

function missingOf({ terminals, networks, events }: ReportingState, isAp: boolean): Words[] {
  return [
    ...(terminals ? [] : [{ zh: '终端', en: 'terminals' }]),
    ...(networks || !isAp ? [] : [{ zh: '无线网络', en: 'wireless networks' }]),
    ...(events ? [] : [{ zh: '事件', en: 'events' }]),
  ]
}

function said({ every }: ReportingState, missing: readonly Words[]): string {
  const what = missing.map((one) => say(one)).join(say({ zh: '、', en: ', ' }))
  return every > 0
    ? say(
        {
          zh: '该设备的配置中没有上报设置：每 {every}上报一次状态，不上报{what}。',
          en: 'This device is configured to send a state every {every}, without: {what}.',
        },
        { every: everyText(every), what },
      )
    : say(
        {
          zh: '该设备的配置中没有上报设置：不上报状态，也不上报{what}。',
          en: 'This device is configured to send no states, and does not report: {what}.',
        },
        { what },
      )
}

const everyText = (every: number) =>
  every < 120
    ? say({ zh: '{n} 秒', en: '{n} s' }, { n: every })
    : say({ zh: '{n} 分钟', en: '{n} min' }, { n: Math.round(every / 60) })
