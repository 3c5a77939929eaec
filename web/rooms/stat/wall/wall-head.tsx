import { CloudOff, LogOut, Maximize, Pause, Play, ServerOff, SkipBack, SkipForward } from 'lucide-react'
import { useEffect, useState } from 'react'
import { brand } from '../../../kit/words/brand.ts'
import { useGo } from '../../../kit/routing/go.tsx'
import { useConnection } from '../../../kit/live/live.ts'
import { Logo } from '../../../kit/look/logo.tsx'
import { missingText } from '../../../kit/live/missing.ts'
import { say } from '../../../kit/words/words.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'

interface WallHeadProps {
  staleSince: number | undefined
  stopped: boolean
  place: { at: number; of: number }
  onStep: (by: 1 | -1) => void
  onStop: (stopped: boolean) => void
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })
const day = new Intl.DateTimeFormat(say({ zh: 'zh-CN', en: 'en-GB' }), { dateStyle: 'full' })

export function toggleFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void document.documentElement.requestFullscreen().catch(() => {})
}

/** Name, notice of stale data or failures, rotation, time. The buttons appear on pointer movement. */
export function WallHead({ staleSince, stopped, place, onStep, onStop }: WallHeadProps) {
  const go = useGo()
  const missing = useConnection((connection) => connection.missing)
  return (
    <header className="group flex h-[3em] items-center gap-[0.8em] px-[0.3em]">
      <span className="size-[2em] [&>svg]:size-full">
        <Logo />
      </span>
      <h1 className="truncate text-[1.4em] font-semibold tracking-wide">
        {say(brand)} <span className="font-normal text-soft">{say({ zh: '监控大屏', en: 'Wall display' })}</span>
      </h1>
      {staleSince !== undefined ? <StaleMark since={staleSince} /> : <MissingMark missing={missing} />}
      <div className="ml-auto flex items-center gap-[0.2em] opacity-0 transition-opacity group-hover:opacity-100 focus-within:opacity-100 max-md:opacity-100">
        <IconButton icon={SkipBack} label={{ zh: '上一个场景', en: 'Scene before' }} onClick={() => onStep(-1)} />
        <IconButton
          icon={stopped ? Play : Pause}
          label={stopped ? { zh: '继续轮播', en: 'Go on' } : { zh: '暂停轮播', en: 'Stay here' }}
          onClick={() => onStop(!stopped)}
        />
        <IconButton icon={SkipForward} label={{ zh: '下一个场景', en: 'Next scene' }} onClick={() => onStep(1)} />
        <IconButton icon={Maximize} label={{ zh: '全屏', en: 'Full screen' }} onClick={toggleFullScreen} />
        <IconButton icon={LogOut} label={{ zh: '返回控制台', en: 'Back to the console' }} onClick={() => go('/')} />
      </div>
      <span className="text-[0.85em] text-faint tabular-nums max-md:hidden">
        {stopped ? say({ zh: '已暂停', en: 'Stopped' }) : say({ zh: '轮播', en: 'Round' })} {place.at} / {place.of}
      </span>
      <Clock />
    </header>
  )
}

function StaleMark({ since }: { since: number }) {
  return (
    <p
      role="status"
      className="flex items-center gap-[0.5em] rounded-full bg-danger-soft px-[0.9em] py-[0.25em] font-medium text-danger"
    >
      <CloudOff className="size-[1.1em]" aria-hidden="true" />
      {say({ zh: '数据截至 {time}，正在重新连接', en: 'Data of {time}, reconnecting' }, { time: clock.format(since) })}
    </p>
  )
}

/** Parts of the installation that are down, while the others respond. */
function MissingMark({ missing }: { missing: readonly string[] }) {
  return (
    <p
      role="status"
      className={
        missing.length > 0
          ? 'flex items-center gap-[0.5em] rounded-full bg-danger-soft px-[0.9em] py-[0.25em] font-medium text-danger'
          : undefined
      }
    >
      {missing.length > 0 && <ServerOff className="size-[1.1em]" aria-hidden="true" />}
      {missingText(missing)}
    </p>
  )
}

function Clock() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="text-right leading-tight tabular-nums max-md:hidden">
      <span className="block text-[1.4em] font-semibold">{clock.format(now)}</span>
      <span className="block text-[0.75em] text-faint">{day.format(now)}</span>
    </p>
  )
}
