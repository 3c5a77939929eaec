import { ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import { say } from '../../../kit/words/words.ts'
import { cx } from '../../../ui/base/join-classes.ts'
import { Status } from '../../../ui/feedback/status.tsx'
import { RefusalList } from '../../change/api.tsx'
import type { WirelessReview, Wizard } from './use-wizard.ts'

type ReviewedDevice = WirelessReview['list'][number]

/**
 * The result for each access point in its own format; excluded access points, and replacements of unsupported
 * settings.
 */
export function ReviewStep({ wizard: { review, whole } }: { wizard: Wizard }) {
  if (!review) return null
  const { total_cnt, changed_cnt, err_cnt, list } = review
  const counts = say(
    {
      zh: '共 {total} 台：{changed} 台有变化，{skipped} 台跳过',
      en: '{total} access {total:point|points}: {changed} with changes, {skipped} skipped',
    },
    { total: total_cnt, changed: changed_cnt, skipped: err_cnt },
  )
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-medium">
        {counts}
      </p>
      {whole && (
        <p className="text-soft">
          {say({
            zh: '将写入整个场景，场景内其他 AP 也会继承；以下为所选 AP 的变化。',
            en: 'This is set for the whole scene, so its other access points inherit it too. The changes of the selected access points are listed below.',
          })}
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
        {list.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
      {list.length < total_cnt && (
        <p className="text-xs text-faint">
          {say({ zh: '仅列出前 {n} 台', en: 'The first {n} are listed' }, { n: list.length })}
        </p>
      )}
    </div>
  )
}

function Row({ one }: { one: ReviewedDevice }) {
  const { name, model, skipped, changed, added, removed, hunks, refusals } = one
  const state = skipped
    ? ({ tone: 'warning', label: { zh: '跳过', en: 'Skipped' } } as const)
    : changed
      ? ({ tone: 'primary', label: { zh: '有变化', en: 'Changes' } } as const)
      : ({ tone: 'neutral', label: { zh: '无变化', en: 'Unchanged' } } as const)
  const head = (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 truncate font-medium">{name}</span>
      <span className="text-xs text-faint">{model}</span>
      <Status {...state} />
      {skipped && <span className="text-soft">{skipped}</span>}
      {changed === 1 && (
        <span className="text-xs">
          <span className="text-success">+{added}</span> <span className="text-danger">−{removed}</span>
        </span>
      )}
    </span>
  )
  return (
    <li className="px-3 py-2">
      {hunks.length > 0 ? (
        <details className="group">
          <summary className="flex cursor-pointer list-none items-center gap-2 rounded focus-visible:outline-2 focus-visible:outline-accent-text">
            <ChevronRight className="size-4 shrink-0 text-faint group-open:rotate-90" aria-hidden />
            {head}
          </summary>
          <Difference hunks={hunks} />
        </details>
      ) : (
        <div className="flex pl-6">{head}</div>
      )}
      {refusals.length > 0 && (
        <div className="mt-2 pl-6">
          <Suspense>
            <RefusalList refusals={refusals} />
          </Suspense>
        </div>
      )}
    </li>
  )
}

function Difference({ hunks }: Pick<ReviewedDevice, 'hunks'>) {
  return (
    <div
      className="mt-2 overflow-x-auto rounded-md bg-sunken py-2 font-mono text-xs"
      tabIndex={0}
      role="region"
      aria-label={say({ zh: '差异', en: 'Difference' })}
    >
      {hunks.map(({ before, lines }) => (
        <div key={before} className="not-last:mb-2 not-last:border-b not-last:border-line not-last:pb-2">
          {lines.map(({ mark, text }, at) => (
            <div
              key={at}
              className={cx(
                'px-3 whitespace-pre',
                mark === '+' && 'bg-success-soft text-success',
                mark === '-' && 'bg-danger-soft text-danger',
              )}
            >
              {mark} {text}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
