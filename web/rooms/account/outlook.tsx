/** Decoration: a landscape drawn in lines, with the nodes of a network. */
export function Outlook() {
  return (
    <svg
      viewBox="0 0 720 900"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className="absolute inset-0 size-full text-accent-text"
    >
      <g fill="none" stroke="currentColor" strokeWidth="1">
        {ridges.map((d, index) => (
          <path key={d} d={d} opacity={0.5 - index * 0.055} />
        ))}
      </g>
      <g fill="none" stroke="currentColor" strokeWidth="1.2" opacity="0.55">
        <path
          d="M360 214 188 342M360 214l206 96M360 214l-20 190M188 342l-96 92M188 342l152 62M566 310l92 120M566 310 470 452M340 404l130 48"
          strokeDasharray="3 5"
        />
      </g>
      {nodes.map(([x, y, r]) => (
        <g key={`${x}`}>
          <circle cx={x} cy={y} r={r * 3.2} fill="currentColor" opacity="0.1" />
          <circle cx={x} cy={y} r={r} className="fill-surface" stroke="currentColor" strokeWidth="1.6" />
          <circle cx={x} cy={y} r={r * 0.4} fill="currentColor" />
        </g>
      ))}
    </svg>
  )
}

const nodes: readonly (readonly [number, number, number])[] = [
  [360, 214, 11],
  [188, 342, 8],
  [566, 310, 8],
  [340, 404, 7],
  [92, 434, 5],
  [470, 452, 6],
  [658, 430, 5],
]

const ridges = Array.from({ length: 9 }, (_, index) => ridge(470 + index * 38, index))

/** One line of hills; neighbouring points have similar heights. */
function ridge(base: number, index: number): string {
  const points = Array.from({ length: 25 }, (_, step) => {
    const swell = Math.sin(step * 0.42 + index * 0.5) * (26 - index) + Math.sin(step * 0.93 - index * 0.35) * 9
    return { x: step * 30, y: base - swell }
  })
  // Each point is the control point of a curve to the middle of the next segment.
  const bends = points.slice(1).map(({ x, y }, step) => {
    const from = points[step] ?? { x, y }
    return `Q${from.x} ${from.y.toFixed(1)} ${(from.x + x) / 2} ${((from.y + y) / 2).toFixed(1)}`
  })
  return `M0 ${points[0]?.y.toFixed(1)}${bends.join('')}`
}
