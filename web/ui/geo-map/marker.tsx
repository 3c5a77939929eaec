import { say } from '../base/words.ts'
import { cx } from '../base/join-classes.ts'
import { type Marked, ringOf } from './cluster-marker.ts'

interface MarkerProps {
  marked: Marked
  still: boolean
  selected: boolean
  pulsing: boolean
  /** Shows the name beside it. */
  named: boolean
  onPress: () => void
}

/** A point, or a ring with the states of the points of a cluster. The map positions it. */
export function Marker({ marked: { points, spot, tone }, still, selected, pulsing, named, onPress }: MarkerProps) {
  const [first] = points
  const name =
    points.length === 1
      ? (first?.name ?? '')
      : say({ zh: '{n} 个场景', en: '{n} {n:scene|scenes}' }, { n: points.length })
  const says = points.length === 1 ? (first?.says ?? '') : tally(points)
  const body =
    points.length === 1 ? (
      <span className={cx('marker-dot', `marker-${tone}`, selected && 'marker-chosen')} />
    ) : (
      <span
        className={cx('marker-ring', `marker-${tone}`, selected && 'marker-chosen')}
        style={{ background: ringOf(points) }}
      >
        <span className="marker-count">{points.length}</span>
      </span>
    )
  const inner = (
    <>
      {pulsing && <span aria-hidden="true" className={cx('marker-pulse', `marker-${tone}`)} />}
      {body}
      {named && <span className="marker-name">{name}</span>}
    </>
  )
  const place = { 'data-x': spot[0], 'data-y': spot[1] }
  if (still) {
    return (
      <span {...place} className="marker">
        {inner}
      </span>
    )
  }
  return (
    <button
      type="button"
      {...place}
      onClick={onPress}
      aria-label={`${name}, ${says}`}
      aria-pressed={selected}
      data-tip={`${name}\n${says}`}
      className="marker"
    >
      {inner}
    </button>
  )
}

/** The number of points of each state, worst first. */
function tally(points: Marked['points']): string {
  const counts = new Map<string, number>()
  for (const { says } of points) counts.set(says, (counts.get(says) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([says, n]) => `${says} × ${n}`)
    .join('\n')
}
