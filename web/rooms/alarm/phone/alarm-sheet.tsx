import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { BellOff, Check } from 'lucide-react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { Sheet } from '../../../ui/phone/sheet.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import type { ListedAlarm } from '../log/alarm.ts'

const HOUR = 3600

/** One alarm and the actions on it, on the phone. */
export function AlarmSheet({ alarm, onClose }: { alarm: ListedAlarm; onClose: () => void }) {
  const may = useMay()
  const solve = useMutateCall(logCalls.solve, { done: { zh: '已解决', en: 'Solved' } })
  const ignore = useMutateCall(logCalls.ignore, { done: { zh: '已忽略 1 小时', en: 'Ignored for an hour' } })
  const ids = [alarm.id]
  const until = () => Math.floor(Date.now() / 1000) + HOUR
  return (
    <Sheet title={alarm.title} onClose={onClose}>
      <p className="mb-4 text-soft">{alarm.text}</p>
      <Facts
        className="grid-cols-2! gap-x-4"
        items={[
          { label: { zh: '设备', en: 'Device' }, value: alarm.device_name || alarm.sn },
          { label: { zh: '场景', en: 'Scene' }, value: alarm.scene_name },
          { label: { zh: '级别', en: 'Level' }, value: alarmLevel.label(alarm.level, lang) },
          { label: { zh: '发生时间', en: 'Since' }, value: absoluteTime(alarm.last_at) },
          { label: { zh: '次数', en: 'Count' }, value: alarm.cnt },
        ]}
      />
      {may('alarm.write') && (
        <div className="mt-6 grid grid-cols-2 gap-3">
          <Button
            icon={BellOff}
            pending={ignore.pending}
            onClick={async () => (await ignore.run({ ids, until: until() })) && onClose()}
          >
            {say({ zh: '忽略 1 小时', en: 'Ignore 1 h' })}
          </Button>
          <Button
            kind="primary"
            icon={Check}
            pending={solve.pending}
            onClick={async () => (await solve.run({ ids })) && onClose()}
          >
            {say({ zh: '解决', en: 'Solve' })}
          </Button>
        </div>
      )}
    </Sheet>
  )
}
