import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { cx } from '../../../ui/base/join-classes.ts'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import type { WallData } from './use-wall-data.ts'
import { WallPanel } from './wall-panel.tsx'

/** Open alarms, newest first, as many as fit. */
export function AlarmFeed({ alarms, drawn }: { alarms: WallData['alarms']; drawn: number | undefined }) {
  return (
    <WallPanel title={{ zh: '未处理告警', en: 'Open alarms' }} className="flex-1">
      {alarms?.length === 0 && (
        <p className="m-auto text-center text-soft">{say({ zh: '没有未处理的告警', en: 'No open alarms' })}</p>
      )}
      <ol className={cx('min-h-0 overflow-hidden', alarms?.length !== 0 && 'flex-1')}>
        {alarms?.map(({ id, level, title, text, scene_name, device_name, sn, first_at, cnt }) => (
          <li
            key={id}
            className={cx(
              'mb-[0.35em] rounded-[0.35em] border-l-[0.22em] px-[0.7em] py-[0.4em]',
              level === 1
                ? 'border-danger-dot bg-danger-soft'
                : level === 2
                  ? 'border-warning-dot bg-sunken'
                  : 'border-strong bg-sunken',
              id === drawn && 'outline-2 -outline-offset-2 outline-danger-dot',
            )}
          >
            <p className="flex items-baseline gap-[0.6em]">
              <span className="min-w-0 flex-1 truncate font-medium">{device_name || sn}</span>
              <Status
                className="text-[0.8em]"
                tone={alarmLevel.find(level)?.tone}
                label={alarmLevel.label(level, lang)}
              />
            </p>
            <p className="truncate text-[0.85em] text-soft">
              {text || title}
              {cnt > 1 && <span className="text-faint"> × {cnt}</span>}
            </p>
            <p className="flex items-baseline gap-[0.6em] text-[0.8em] text-faint">
              <span className="min-w-0 flex-1 truncate">{scene_name}</span>
              <RelativeTime at={first_at} className="shrink-0" />
            </p>
          </li>
        ))}
      </ol>
    </WallPanel>
  )
}
