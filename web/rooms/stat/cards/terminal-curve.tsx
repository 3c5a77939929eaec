import { terminalCalls } from '@belvedere/contract/rooms/stat/terminal.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { amountText } from '../../../ui/chart/chart-unit.ts'
import type { StatBoard } from '../board/use-board.ts'
import { CurveCard } from './curve-card.tsx'
import { pace } from './pace.ts'

const words = {
  wired: { zh: '有线', en: 'Wired' },
  band2: { zh: '2.4G', en: '2.4 GHz' },
  band5: { zh: '5G', en: '5 GHz' },
  band6: { zh: '6G', en: '6 GHz' },
}

/** Online terminals over the period, by connection type. */
export function TerminalCurve({ board: { input, of, zoom }, className }: { board: StatBoard; className?: string }) {
  const query = useQueryCall(terminalCalls.online, input, { keepPrevious: true, pace: pace.sum })
  return (
    <CurveCard
      title={{ zh: '在线终端', en: 'Terminals online' }}
      query={query}
      words={words}
      totalLabel={{ zh: '平均', en: 'Mean' }}
      beside={({ peak, now }) => (
        <span className="truncate text-faint">
          {say(
            { zh: '峰值 {peak} · 现在 {now}', en: 'peak {peak} · now {now}' },
            { peak: amountText(peak && Math.round(peak), ''), now: amountText(now, '') },
          )}
        </span>
      )}
      name="terminals-online"
      of={of}
      empty={{
        zh: '该时段还没有终端在线的记录，统计每隔几分钟更新',
        en: 'No terminal was recorded online in this period yet; statistics are updated every few minutes',
      }}
      className={className}
      onZoom={zoom}
    />
  )
}
