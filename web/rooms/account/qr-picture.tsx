import { useMemo } from 'react'
import { encode } from 'uqr'
import { say, type Words } from '../../kit/words/words.ts'

interface QrPictureProps {
  text: string
  /** Alternative text. */
  label: Words
  className?: string
}

/** A QR code, dark on white in both themes, because cameras require it. */
export function QrPicture({ text, label, className }: QrPictureProps) {
  const { size, path } = useMemo(() => pictureOf(text), [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={say(label)}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} className="fill-qr-light" />
      <path d={path} className="fill-qr-dark" />
    </svg>
  )
}

/** Runs of dark modules as one path; with a quiet zone of two modules. */
function pictureOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const runs = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: runs.join('') }
}
