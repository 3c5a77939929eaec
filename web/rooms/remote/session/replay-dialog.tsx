import { remoteCalls } from '@belvedere/contract/rooms/remote/remote.ts'
import { Pause, Play, Search } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { TerminalView, type TerminalHandle } from '../../../ui/terminal-view.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { findLines, linesOf, shownOf, type CastEvent } from './cast.ts'
import type { RemoteSession } from './sessions-table.tsx'
import { usePlayer } from './use-player.ts'

/** A recorded terminal with search and speed. */
export function ReplayDialog({ session, onClose }: { session: RemoteSession; onClose: () => void }) {
  const { data, error, refetch } = useQueryCall(remoteCalls.replay, { id: session.id })
  const title = say(
    { zh: '回放 · {device} · {operator} · {time}', en: 'Replay · {device} · {operator} · {time}' },
    { device: session.device_name, operator: session.operator, time: absoluteTime(session.started_at) },
  )
  return (
    <Dialog open width={1080} title={title} onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96" />}
      {data && <Player events={data.events as CastEvent[]} />}
    </Dialog>
  )
}

const speeds = [1, 2, 4, 8].map((id) => ({ id, label: `${id}×` }))
const ignore = () => {}

function Player({ events }: { events: readonly CastEvent[] }) {
  const terminal = useRef<TerminalHandle>(null)
  const shown = useMemo(() => shownOf(events), [events])
  const { length, position, playing, speed, toggle, seek, setSpeed } = usePlayer(shown, terminal)
  const label = playing ? { zh: '暂停', en: 'Pause' } : { zh: '播放', en: 'Play' }
  return (
    <div className="flex flex-col gap-3">
      <TerminalView
        ref={terminal}
        readOnly
        onData={ignore}
        onResize={ignore}
        label={say({ zh: '终端回放', en: 'Replayed terminal' })}
        className="h-[46vh]"
      />
      <div className="flex items-center gap-3">
        <IconButton icon={playing ? Pause : Play} label={label} onClick={toggle} />
        <input
          type="range"
          min={0}
          max={Math.ceil(length * 10)}
          value={Math.round(position * 10)}
          onChange={(event) => seek(Number(event.target.value) / 10)}
          aria-label={say({ zh: '回放位置', en: 'Position' })}
          aria-valuetext={clock(position)}
          className="min-w-0 flex-1 accent-accent"
        />
        <span className="w-24 text-right font-mono text-xs text-soft">
          {clock(position)} / {clock(length)}
        </span>
        <Select
          name={say({ zh: '速度', en: 'Speed' })}
          options={speeds}
          value={speed}
          onChange={setSpeed}
          className="w-20"
        />
      </div>
      <Finder shown={shown} onFound={seek} />
    </div>
  )
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${Math.floor(seconds % 60)
    .toString()
    .padStart(2, '0')}`

/** Searches the output and seeks to a match. */
function Finder({ shown, onFound }: { shown: ReturnType<typeof shownOf>; onFound: (at: number) => void }) {
  const [wanted, setWanted] = useState('')
  const lines = useMemo(() => linesOf(shown), [shown])
  const found = findLines(lines, wanted)
  return (
    <div>
      <TextField
        type="search"
        aria-label={say({ zh: '搜索终端内容', en: 'Search what was shown' })}
        placeholder={say({ zh: '搜索终端内容', en: 'Search what was shown' })}
        prefix={<Search aria-hidden className="size-4" />}
        value={wanted}
        onChange={setWanted}
        maxLength={100}
      />
      {wanted.trim() && (
        <ul className="mt-2 max-h-40 overflow-auto rounded-md border border-line" aria-live="polite">
          {found.length === 0 && (
            <li className="px-3 py-2 text-faint">{say({ zh: '没有匹配的内容', en: 'Nothing fits' })}</li>
          )}
          {found.map(({ at, text }, key) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => onFound(at)}
                className="flex w-full gap-3 px-3 py-1 text-left text-xs hover:bg-hover"
              >
                <span className="w-12 shrink-0 text-faint">{clock(at)}</span>
                <span className="truncate font-mono">{text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
