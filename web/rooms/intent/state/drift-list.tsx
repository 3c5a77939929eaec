import { editCalls } from '@belvedere/contract/rooms/change/edit.ts'
import { driftCalls } from '@belvedere/contract/rooms/intent/drift.ts'
import { useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'

/**
 * Differences between the running and the sent configuration: adopt, correct or ignore each. Nothing without
 * differences.
 */
export function DriftList({ device_id, readOnly }: { device_id: number; readOnly: boolean }) {
  const { data } = useQueryCall(driftCalls.list, { device_id })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  if (!data || data.hunks.length + data.ignored.length === 0) return null
  const places = data.hunks.map(({ place }) => place)
  const picked = places.filter((place) => chosen.has(place))
  const flip = (place: string) => {
    const next = new Set(chosen)
    if (!next.delete(place)) next.add(place)
    setChosen(next)
  }
  return (
    <section aria-label={say({ zh: '配置偏差', en: 'Drift' })} className="rounded-lg border border-line">
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <h3 className="font-medium">
          {say(
            { zh: '{n} 处与下发的配置不同', en: '{n} {n:difference|differences} from the configuration that was sent' },
            { n: places.length },
          )}
        </h3>
        <span className="text-xs text-faint">
          {say({ zh: '读取于', en: 'Read' })} <RelativeTime at={data.read_at} />
        </span>
        {!readOnly && places.length > 0 && (
          <Actions device_id={device_id} places={picked.length > 0 ? picked : places} some={picked.length > 0} />
        )}
      </header>
      <ul>
        {data.hunks.map((hunk) => (
          <li key={hunk.place} className="flex gap-3 border-b border-line px-3 py-2 last:border-0">
            {!readOnly && (
              <Checkbox
                aria-label={hunk.place}
                className="mt-1"
                checked={chosen.has(hunk.place)}
                onChange={() => flip(hunk.place)}
              />
            )}
            <Hunk {...hunk} />
          </li>
        ))}
      </ul>
      {data.ignored.length > 0 && <Ignored device_id={device_id} rules={data.ignored} readOnly={readOnly} />}
    </section>
  )
}

function Actions({ device_id, places, some }: { device_id: number; places: string[]; some: boolean }) {
  const may = useMay()
  const adopt = useMutateCall(driftCalls.adopt, { done: { zh: '已采纳', en: 'Adopted' } })
  const ignore = useMutateCall(driftCalls.ignore, { done: { zh: '已忽略', en: 'Let be' } })
  const again = useMutateCall(editCalls.resend, {
    done: { zh: '已加入变更草稿，审核后下发', en: 'Added to the draft; review it before it is sent' },
  })
  return (
    <span className="ml-auto flex flex-wrap gap-2">
      <Button size="s" pending={adopt.pending} onClick={() => void adopt.run({ device_id, places })}>
        {some ? say({ zh: '采纳所选', en: 'Adopt chosen' }) : say({ zh: '全部采纳', en: 'Adopt all' })}
      </Button>
      <Button size="s" pending={ignore.pending} onClick={() => void ignore.run({ device_id, places })}>
        {some ? say({ zh: '忽略所选', en: 'Ignore chosen' }) : say({ zh: '全部忽略', en: 'Ignore all' })}
      </Button>
      {may('change.write') && (
        <Button
          size="s"
          kind="primary"
          pending={again.pending}
          data-tip={say({
            zh: '重新下发期望的配置，经审核后执行',
            en: 'Sends the desired configuration again, after a review',
          })}
          onClick={() => void again.run({ ids: [device_id] })}
        >
          {say({ zh: '全部纠正', en: 'Revert all' })}
        </Button>
      )}
    </span>
  )
}

function Hunk({
  place,
  before,
  after,
  intents,
}: {
  place: string
  before?: unknown
  after?: unknown
  intents: string[]
}) {
  return (
    <div className="min-w-0 flex-1">
      <p className="flex min-w-0 flex-wrap gap-x-3 font-mono text-xs text-soft">
        <span className="break-all">{shownPlace(place)}</span>
        {intents.length > 0 && <span className="text-faint">{intents.join(', ')}</span>}
      </p>
      <div className="mt-1 grid gap-1 font-mono text-xs">
        {before !== undefined && <Side mark="-" value={before} />}
        {after !== undefined && <Side mark="+" value={after} />}
      </div>
    </div>
  )
}

function Side({ mark, value }: { mark: '-' | '+'; value: unknown }) {
  const tone = mark === '-' ? 'bg-danger-soft text-danger' : 'bg-success-soft text-success'
  const label = mark === '-' ? say({ zh: '期望', en: 'Desired' }) : say({ zh: '实际', en: 'Running' })
  return (
    <pre className={`overflow-x-auto rounded px-2 py-0.5 whitespace-pre-wrap ${tone}`}>
      <span className="sr-only">{label}: </span>
      {mark} {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
    </pre>
  )
}

/** `interfaces › WAN › ssids › Shop › encryption › key`. */
const shownPlace = (place: string) =>
  place
    .split('/')
    .slice(1)
    .map((step) =>
      step
        .replace(/^(name|band|select-ports|id|location)=/, '')
        .replaceAll('~1', '/')
        .replaceAll('~0', '~'),
    )
    .join(' › ')

function Ignored({
  device_id,
  rules,
  readOnly,
}: {
  device_id: number
  rules: readonly { id: number; place: string }[]
  readOnly: boolean
}) {
  const heed = useMutateCall(driftCalls.heed)
  return (
    <div className="border-t border-line px-3 py-2 text-xs text-soft">
      <p className="mb-1">{say({ zh: '已忽略的位置', en: 'Places let be' })}</p>
      <ul className="flex flex-wrap gap-2">
        {rules.map(({ id, place }) => (
          <li key={id} className="flex items-center gap-2 rounded bg-sunken px-2 py-0.5 font-mono">
            {shownPlace(place)}
            {!readOnly && (
              <Button
                size="s"
                kind="quiet"
                pending={heed.pending}
                onClick={() => void heed.run({ device_id, ids: [id] })}
              >
                {say({ zh: '取消忽略', en: 'Mind again' })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
