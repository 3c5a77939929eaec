import { textOf, type Text } from './text-of.ts'

interface SparklineProps {
  /** Evenly spaced; null is a gap. */
  values: readonly (number | null)[]
  /** What it shows, for screen readers. */
  label: Text
  width?: number
  height?: number
  /** As wide as its place; `width` then only says how finely it is drawn. */
  fluid?: boolean
  /** Top of the scale; the largest value unless told. */
  max?: number
  className?: string
}

/** A line in a cell. */
export function Sparkline({
  values,
  label,
  width = 96,
  height = 24,
  max,
  fluid = false,
  className = 'text-accent-text',
}: SparklineProps) {
  const top = max ?? Math.max(1, ...values.filter((value) => value !== null))
  const line = linePath(values, width, height, top)
  return (
    <svg
      role="img"
      aria-label={textOf(label)}
      width={fluid ? '100%' : width}
      height={height}
      preserveAspectRatio={fluid ? 'none' : undefined}
      viewBox={`0 0 ${width} ${height}`}
      className={className}
    >
      <path d={areaPath(values, width, height, top)} fill="currentColor" opacity="0.12" />
      <path
        vectorEffect="non-scaling-stroke"
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** SVG path through the values, broken at gaps; 1 px stays free above and below. */
export function linePath(values: readonly (number | null)[], width: number, height: number, top: number): string {
  return runs(values)
    .map((run) =>
      run
        .map(({ index, value }, i) => `${i ? 'L' : 'M'}${point(index, value, values.length, width, height, top)}`)
        .join(''),
    )
    .join('')
}

function areaPath(values: readonly (number | null)[], width: number, height: number, top: number): string {
  const x = (index: number) => point(index, 0, values.length, width, height, top).split(' ')[0]
  return runs(values)
    .map((run) => {
      const points = run
        .map(({ index, value }) => `L${point(index, value, values.length, width, height, top)}`)
        .join('')
      return `M${x(run[0]?.index ?? 0)} ${height}${points}L${x(run.at(-1)?.index ?? 0)} ${height}Z`
    })
    .join('')
}

function point(index: number, value: number, count: number, width: number, height: number, top: number): string {
  const x = count < 2 ? width / 2 : (index / (count - 1)) * width
  const y = height - 1 - (Math.min(Math.max(value, 0), top) / top) * (height - 2)
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

function runs(values: readonly (number | null)[]): { index: number; value: number }[][] {
  const all: { index: number; value: number }[][] = [[]]
  values.forEach((value, index) => (value === null ? all.push([]) : all.at(-1)?.push({ index, value })))
  return all.filter((run) => run.length > 0)
}
