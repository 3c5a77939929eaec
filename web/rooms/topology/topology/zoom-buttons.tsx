import { Maximize, Minus, Plus } from 'lucide-react'
import type { RefObject } from 'react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { legend } from './drawing/paint.ts'
import { useLook } from './drawing/use-look.ts'
import type { StageHandle } from './stage/stage.tsx'

/** Zoom in, zoom out, fit; beside them the legend of the lines. */
export function ZoomButtons({ stage }: { stage: RefObject<StageHandle | null> }) {
  return (
    <>
      <div className="absolute right-3 bottom-3 flex flex-col rounded-md border border-line bg-raised shadow-card">
        <IconButton icon={Plus} label={{ zh: '放大', en: 'Zoom in' }} onClick={() => stage.current?.zoom(1.3)} />
        <IconButton icon={Minus} label={{ zh: '缩小', en: 'Zoom out' }} onClick={() => stage.current?.zoom(1 / 1.3)} />
        <IconButton icon={Maximize} label={{ zh: '显示全部', en: 'Show all' }} onClick={() => stage.current?.fit()} />
      </div>
      <Legend />
    </>
  )
}

function Legend() {
  const look = useLook()
  return (
    <ul className="pointer-events-none absolute right-14 bottom-2 hidden flex-wrap justify-end gap-x-3 gap-y-1 rounded-md bg-surface/85 px-2 py-1 text-xs text-soft md:flex">
      {legend().map(({ stroke, label }) => {
        const { color, width, dash } = stroke(look)
        return (
          <li key={label} className="flex items-center gap-1.5">
            <svg width="22" height="6" aria-hidden="true">
              <path d="M0 3H22" stroke={color} strokeWidth={width} strokeDasharray={dash?.join(' ')} />
            </svg>
            {label}
          </li>
        )
      })}
    </ul>
  )
}
