import { useState } from 'react'
import { say } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'

/** Number of offline devices, and the choice whether commands are queued for them. */
export function WaitOffline({ count, onWait }: { count: number; onWait: (wait: 0 | 1) => void }) {
  const [waits, setWaits] = useState(false)
  const choose = (wait: boolean) => (setWaits(wait), onWait(wait ? 1 : 0))
  return (
    <div className="mt-2">
      <p>{say({ zh: '其中 {count} 台离线。', en: '{count} of them are offline.' }, { count })}</p>
      <Checkbox
        className="mt-1 text-ink"
        checked={waits}
        onChange={choose}
        label={{
          zh: '离线设备上线后再执行，最长等待 24 小时',
          en: 'Run on offline devices when they reconnect, within 24 hours',
        }}
      />
    </div>
  )
}
