import { rateText } from '@belvedere/pure/text/flow.ts'
import { Zap } from 'lucide-react'
import { say } from '../../../kit/words/words.ts'
import { cx } from '../../../ui/base/join-classes.ts'
import type { ShownFacts, ShownInterface } from '@belvedere/contract/rooms/device/facts.ts'
import { speedText } from './facts.ts'
import { poeWords } from './poe-words.ts'

interface FaceplateProps {
  ports: readonly ShownInterface[]
  poe: ShownFacts['poe']
}

/** The front panel: one square per port, odd ports above. A tooltip states the meaning of the colour. */
export function Faceplate({ ports, poe }: FaceplateProps) {
  const twoRows = ports.length > 8
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <div
        className={cx(
          'grid grid-flow-col gap-1 rounded-md border border-line bg-surface p-2',
          twoRows ? 'grid-rows-2' : 'grid-rows-1',
        )}
      >
        {ports.map((port, index) => (
          <Port key={port.name} port={port} place={index + 1} />
        ))}
      </div>
      <Legend ports={ports} poe={poe} />
    </div>
  )
}

function Port({ port, place }: { port: ShownInterface; place: number }) {
  const hasFault = port.poe?.fault !== undefined
  const look = hasFault
    ? 'bg-danger-soft text-danger'
    : !port.up
      ? 'bg-sunken text-faint'
      : isSlow(port)
        ? 'bg-warning-soft text-warning'
        : 'bg-success-soft text-success'
  return (
    <span
      role="img"
      aria-label={portText(port)}
      data-tip={portText(port)}
      className={cx(
        'relative flex size-6 items-center justify-center rounded text-[10px] leading-none',
        look,
        port.up && 'font-semibold',
      )}
    >
      {place}
      {(port.poe?.watt ?? 0) > 0 && <Zap size={8} aria-hidden="true" className="absolute top-0 right-0 fill-current" />}
    </span>
  )
}

function isSlow({ speed_mbps = 1000, duplex }: ShownInterface): boolean {
  return speed_mbps < 1000 || duplex === 'half'
}

function portText(port: ShownInterface): string {
  const state = port.up
    ? (speedText(port.speed_mbps) ?? say({ zh: '已连接', en: 'Up' }))
    : say({ zh: '未连接', en: 'Down' })
  const rates =
    port.up && port.rx_bps !== undefined ? `↓ ${rateText(port.rx_bps)}  ↑ ${rateText(port.tx_bps ?? 0)}` : ''
  const power = port.poe?.watt ? `PoE ${port.poe.watt.toFixed(1)} W` : ''
  return [`${port.name} · ${state}`, rates, power, port.poe?.fault ? poeWords(port.poe.fault) : '']
    .filter(Boolean)
    .join('\n')
}

function Legend({ ports, poe }: FaceplateProps) {
  const up = ports.filter((port) => port.up)
  const slow = up.filter(isSlow).length
  return (
    <p className="text-xs text-soft">
      {say(
        { zh: '{up} / {all} 个端口已连接', en: '{up} of {all} {all:port|ports} up' },
        { up: up.length, all: ports.length },
      )}
      {slow > 0 && (
        <span className="text-warning"> · {say({ zh: '{slow} 个低于千兆', en: '{slow} below 1 Gbps' }, { slow })}</span>
      )}
      {poe && (
        <>
          {' · '}
          {say(
            { zh: 'PoE 已用 {used} / {budget} W', en: 'PoE {used} of {budget} W' },
            { used: poe.used_w.toFixed(0), budget: poe.budget_w.toFixed(0) },
          )}
        </>
      )}
    </p>
  )
}
