import { area, line } from 'd3-shape'
import { textOf, type Text } from '../base/text-of.ts'

interface SparklineProps {
  /** Evenly spaced; null is a gap. */
  values: readonly SparklineValue[]
  /** Accessible name. */
  label: Text
  width?: number
  height?: number
  /** Fills its container; `width` then only sets the resolution. */
  fluid?: boolean
  /** Maximum of the scale; the largest value by default. */
  max?: number
  className?: string
}

/** A line chart in a cell. */
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
        d={linePath(values, width, height, top)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

type SparklineValue = number | null

/** SVG path through the values, interrupted at gaps; 1 px is left free above and below. */
export const linePath = (values: readonly SparklineValue[], width: number, height: number, top: number): string =>
  line<SparklineValue>(xOf(values, width), yOf(height, top)).defined(isKnown).digits(1)(values) ?? ''

const areaPath = (values: readonly SparklineValue[], width: number, height: number, top: number): string =>
  area<SparklineValue>(xOf(values, width), height, yOf(height, top)).defined(isKnown).digits(1)(values) ?? ''

const isKnown = (value: SparklineValue) => value !== null
const xOf =
  ({ length }: readonly SparklineValue[], width: number) =>
  (_: SparklineValue, index: number) =>
    length < 2 ? width / 2 : (index / (length - 1)) * width
const yOf = (height: number, top: number) => (value: SparklineValue) =>
  height - 1 - (Math.min(Math.max(value ?? 0, 0), top) / top) * (height - 2)
