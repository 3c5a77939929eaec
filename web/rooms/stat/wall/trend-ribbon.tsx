import { flowText, rateText } from '@belvedere/pure/text/flow.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { linePath } from '../../../ui/values/sparkline.tsx'
import type { WallData } from './use-wall-data.ts'
import { figure, WallPanel } from './wall-panel.tsx'

type TrendPoint = readonly [at: number, value: number | null]

interface TrendLine {
  words: Words
  color: string
  values: readonly (number | null)[]
}

const [WIDTH, HEIGHT] = [600, 100]

/** Traffic and terminals of the last day, at the bottom of the wall display. */
export function TrendRibbon({ traffic, terminals }: Pick<WallData, 'traffic' | 'terminals'>) {
  const seriesOf = (name: string) => traffic?.series.find((one) => one.name === name)?.points ?? []
  const perSecond = (points: readonly TrendPoint[]) =>
    points.map(([, octets]) => (octets === null || !traffic ? null : (octets * 8) / traffic.step))
  const summed = sumOf(terminals?.series.map(({ points }) => points) ?? [])
  return (
    <div className="grid h-[11em] grid-cols-2 gap-[0.75em] max-md:h-auto max-md:grid-cols-1">
      <Curve
        title={{ zh: '流量', en: 'Traffic' }}
        total={
          traffic && traffic.total !== null
            ? say({ zh: '24 小时共 {flow}', en: '{flow} in 24 h' }, { flow: flowText(traffic.total) })
            : undefined
        }
        times={seriesOf('rx').map(([at]) => at)}
        text={rateText}
        lines={[
          { words: { zh: '下行', en: 'Down' }, color: 'text-tag-blue', values: perSecond(seriesOf('rx')) },
          { words: { zh: '上行', en: 'Up' }, color: 'text-tag-orange', values: perSecond(seriesOf('tx')) },
        ]}
      />
      <Curve
        title={{ zh: '在线终端', en: 'Terminals online' }}
        total={terminals && say({ zh: '当前 {n}', en: 'now {n}' }, { n: figure(terminals.now) })}
        times={summed.map(([at]) => at)}
        text={(value) => figure(Math.round(value))}
        lines={[
          { words: { zh: '终端', en: 'Terminals' }, color: 'text-tag-green', values: summed.map(([, value]) => value) },
        ]}
      />
    </div>
  )
}

/** The sum of curves with the same steps; null where all are unknown. */
function sumOf(curves: readonly (readonly TrendPoint[])[]): TrendPoint[] {
  const [first = []] = curves
  return first.map(([at], i) => {
    const known = curves.map((points) => points[i]?.[1] ?? null).filter((value) => value !== null)
    return [at, known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null]
  })
}

interface CurveProps {
  title: Words
  total: string | undefined
  times: readonly number[]
  text: (value: number) => string
  lines: readonly TrendLine[]
}

function Curve({ title, total, times, text, lines }: CurveProps) {
  const top = lines.reduce(
    (most, { values }) => values.reduce<number>((max, value) => Math.max(max, value ?? 0), most),
    0,
  )
  return (
    <WallPanel
      title={title}
      aside={
        <span className="flex gap-[1em]">
          {lines.length > 1 &&
            lines.map(({ words, color }) => (
              <span key={color} className="inline-flex items-center gap-[0.4em]">
                <span aria-hidden="true" className={`size-[0.6em] rounded-full bg-current ${color}`} />
                {say(words)}
              </span>
            ))}
          <span className="tabular-nums">{total}</span>
        </span>
      }
    >
      <div className="relative min-h-[4em] flex-1">
        <svg
          role="img"
          aria-label={`${say(title)} ${total ?? ''}`}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          <path
            d={`M0 0.5H${WIDTH}M0 ${HEIGHT - 0.5}H${WIDTH}`}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
          {lines.map(({ color, values }) => (
            <path
              key={color}
              d={linePath(values, WIDTH, HEIGHT, top || 1)}
              className={color}
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        {top > 0 && <span className="absolute top-[0.1em] left-[0.2em] text-[0.75em] text-faint">{text(top)}</span>}
      </div>
      <Hours times={times} />
    </WallPanel>
  )
}

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hour12: false })

/** Start, quarters and end of the period of the curve. */
function Hours({ times }: { times: readonly number[] }) {
  const marks = [0, 0.25, 0.5, 0.75, 1].map((part) => times[Math.round((times.length - 1) * part)])
  return (
    <p className="mt-[0.3em] flex justify-between text-[0.75em] text-faint tabular-nums">
      {marks.map((at, i) => (
        <span key={String(i)}>{at === undefined ? '\u00a0' : hour.format(at * 1000)}</span>
      ))}
    </p>
  )
}
