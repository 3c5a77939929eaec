import { terminalCalls } from '@belvedere/contract/rooms/stat/terminal.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import type { StatBoard } from '../board/use-board.ts'
import { CurveCard } from '../cards/curve-card.tsx'
import { pace } from '../cards/pace.ts'
import { RankCard } from '../cards/rank-card.tsx'
import { terminalNote } from '../cards/ranks.tsx'

const words = { access: { zh: '接入次数', en: 'Terminal connections' }, fresh: { zh: '新终端', en: 'New terminals' } }

/** Number of connections of terminals, and the terminals with the most connections, from one call. */
export function AccessCards({ board: { input, of, zoom } }: { board: StatBoard }) {
  const query = useQueryCall(terminalCalls.access, { ...input, limit: 10 }, { keepPrevious: true, pace: pace.sum })
  return (
    <>
      <RankCard
        title={{ zh: '接入次数 TOP 10', en: 'Top 10 by connections' }}
        query={query}
        what={{ zh: '终端', en: 'Terminal' }}
        name="terminals-by-access"
        of={of}
        tone="chart-5"
        compared={input.compare === 1}
        note={terminalNote}
        className="col-span-2 max-lg:col-span-1"
      />
      <CurveCard
        title={{ zh: '接入趋势', en: 'Terminals coming' }}
        query={query}
        words={words}
        totalLabel={{ zh: '接入', en: 'Connections' }}
        name="terminal-access"
        of={of}
        className="col-span-6 max-lg:col-span-1"
        onZoom={zoom}
      />
    </>
  )
}
