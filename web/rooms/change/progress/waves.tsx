import { say } from '../../../kit/words/words.ts'
import type { ChangeDetail } from '../list/change-page.tsx'

/** Maximum number of waves shown individually; further ones are summarised in the table below. */
const most = 24

/** The waves as bars, the canary first. */
export function Waves({ waves }: { waves: ChangeDetail['waves'] }) {
  if (waves.length === 0) return null
  return (
    <ol className="flex flex-wrap gap-2" aria-label={say({ zh: '批次', en: 'Waves' })}>
      {waves.slice(0, most).map((one) => (
        <Wave key={one.wave} one={one} />
      ))}
    </ol>
  )
}

function Wave({ one: { wave, total, done, failed, busy } }: { one: ChangeDetail['waves'][number] }) {
  const name = wave === 0 ? say({ zh: '试点', en: 'Canary' }) : say({ zh: '第 {n} 批', en: 'Wave {n}' }, { n: wave })
  const part = (count: number) => `${(count / total) * 100}%`
  const text = say(
    { zh: '{name}：{done}/{total} 已生效', en: '{name}: {done} of {total} in effect' },
    { name, done, total },
  )
  const failures = failed > 0 ? say({ zh: '，{failed} 失败', en: ', {failed} failed' }, { failed }) : ''
  return (
    <li className="min-w-28 flex-1 basis-28 rounded-lg bg-sunken px-3 py-2" aria-label={`${text}${failures}`}>
      <p className="flex justify-between gap-2 text-xs" aria-hidden="true">
        <span className="font-medium">{name}</span>
        <span className="tabular-nums text-soft">
          {done}/{total}
          {failed > 0 && <span className="text-danger"> ·{failed}</span>}
        </span>
      </p>
      <span className="mt-1.5 flex h-1 overflow-hidden rounded-full bg-strong/60" aria-hidden="true">
        <span className="bg-success-dot transition-[width]" style={{ width: part(done) }} />
        <span className="bg-danger-dot transition-[width]" style={{ width: part(failed) }} />
        <span className="animate-pulse bg-accent transition-[width]" style={{ width: part(busy) }} />
      </span>
    </li>
  )
}
