import { flowText } from '@belvedere/pure/text/flow.ts'
import { say } from '../../../kit/words/words.ts'
import type { WallData } from './use-wall-data.ts'
import { WallPanel } from './wall-panel.tsx'

/** Scenes with the most traffic within a day. */
export function TopScenes({ rank }: { rank: WallData['rank'] }) {
  const most = rank?.list[0]?.value ?? 0
  return (
    <WallPanel
      title={{ zh: '场景流量', en: 'Busiest scenes' }}
      aside={say({ zh: '24 小时', en: '24 h' })}
      className="flex-1"
    >
      {rank?.list.length === 0 && <p className="text-soft">{say({ zh: '暂无流量', en: 'No traffic yet' })}</p>}
      <ol className="flex min-h-0 flex-1 flex-col gap-[1em] overflow-hidden">
        {rank?.list.map(({ id, name, value, percent }) => (
          <li key={id} className="min-w-0">
            <p className="flex gap-[0.8em]">
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="tabular-nums">{flowText(value)}</span>
              <span className="w-[3em] text-right text-faint tabular-nums">{percent.toFixed(0)}%</span>
            </p>
            <div className="mt-[0.25em] h-[0.3em] overflow-hidden rounded-full bg-sunken">
              <div
                className="h-full rounded-full bg-accent"
                style={{ width: `${most > 0 ? (value / most) * 100 : 0}%` }}
              />
            </div>
          </li>
        ))}
      </ol>
    </WallPanel>
  )
}
