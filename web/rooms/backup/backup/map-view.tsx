import type { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { ArrowRight } from 'lucide-react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { cx } from '../../../ui/base/join-classes.ts'

type Map = AnswerOf<typeof backupCalls.map>
type PortPair = Map['ports'][number]

/** Mapping of ports and radios; configured ports and radios without a target are highlighted. */
export function MapView({ map }: { map: Map }) {
  const { from, to, ports, radios, spare_ports, spare_radios, adjusted } = map
  const spare = [...spare_ports, ...spare_radios]
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2 font-medium">
        <span>{[from.name, from.model].filter(Boolean).join(' · ')}</span>
        <ArrowRight size={16} aria-hidden="true" className="text-faint" />
        <span>{[to.name, to.model].filter(Boolean).join(' · ')}</span>
      </div>
      <Pairs title={{ zh: '端口', en: 'Ports' }} pairs={ports} />
      <Pairs title={{ zh: '射频', en: 'Radios' }} pairs={radios} />
      {spare.length > 0 && (
        <p className="text-sm text-soft">
          {say({ zh: '新设备上未使用：{names}', en: 'Unused on the new device: {names}' }, { names: spare.join(', ') })}
        </p>
      )}
      {adjusted.length > 0 && (
        <p className="text-sm text-warning">
          {say(
            {
              zh: '新设备不支持原值，改为自动：{places}',
              en: 'Set to automatic, for the new device lacks the value: {places}',
            },
            { places: adjusted.join(', ') },
          )}
        </p>
      )}
    </section>
  )
}

function Pairs({ title, pairs }: { title: Words; pairs: readonly PortPair[] }) {
  if (pairs.length === 0) return null
  return (
    <div>
      <h3 className="mb-1 text-sm text-soft">{say(title)}</h3>
      <ul className="flex flex-wrap gap-1.5">
        {pairs.map((pair) => (
          <li
            key={pair.from}
            className={cx(
              'rounded border px-2 py-0.5 font-mono text-xs',
              pair.to === null && pair.used ? 'border-danger text-danger' : 'border-line',
              !pair.used && 'text-faint',
            )}
          >
            {pair.from} → {pair.to ?? say({ zh: '无', en: 'none' })}
          </li>
        ))}
      </ul>
    </div>
  )
}
