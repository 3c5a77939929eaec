import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { backupState } from '@belvedere/contract/rooms/backup/enums.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { glyphClass } from '../../../ui/base/glyph.ts'
import { cx } from '../../../ui/base/join-classes.ts'

const looks = {
  covered: { glyph: 'circle-check', text: 'text-success' },
  overdue: { glyph: 'triangle-alert', text: 'text-warning' },
  incomplete: { glyph: 'circle-alert', text: 'text-danger' },
  none: { glyph: 'circle-minus', text: 'text-danger' },
} as const

/** Number of devices by state of their backups; each number filters the list. */
export function StateStrip() {
  const { data } = useQueryCall(backupCalls.count, {}, { keepPrevious: true })
  const [url, setUrl] = useUrlState({ state: '', page: 1 })
  const choose = (state: string) => setUrl({ state: url.state === state ? '' : state, page: 1 }, { push: true })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {backupState.values.map(({ id }) => (
        <button
          key={id}
          type="button"
          aria-pressed={url.state === id}
          onClick={() => choose(id)}
          className="flex min-w-32 items-center gap-3 rounded-lg border border-line bg-surface px-3 py-2 text-left hover:bg-hover aria-pressed:border-accent-text aria-pressed:bg-selected max-sm:flex-1"
        >
          <span className={cx('text-xl font-semibold tabular-nums', data?.[id] ? looks[id].text : 'text-faint')}>
            {data?.[id] ?? '–'}
          </span>
          <span className={cx('inline-flex items-center gap-1.5 text-sm text-soft', glyphClass(looks[id].glyph))}>
            {backupState.label(id, lang)}
          </span>
        </button>
      ))}
      {data && (
        <p className="ml-auto text-right text-xs text-faint max-sm:ml-0">
          {say({ zh: '超过 {n} 天未备份视为过期', en: 'Overdue after {n} {n:day|days}' }, { n: data.overdue_days })}
          {data.unable > 0 && (
            <>
              <br />
              {say(
                { zh: '另有 {n} 台设备不支持备份', en: '{n} {n:device does|devices do} not support backups' },
                { n: data.unable },
              )}
            </>
          )}
        </p>
      )}
    </div>
  )
}
