import { Suspense } from 'react'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import { imageTransfer, upgradeReason, transferObstacle } from '@belvedere/contract/rooms/firmware/enums.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { useLate } from '../../../ui/phone/use-late.ts'
import { BlastNote } from '../../change/api.tsx'
import { inputOf, type CampaignDraft } from './campaign-draft.ts'
import { Part } from './part.tsx'

type CampaignPreview = Out<typeof campaignCalls.preview>
type WayObstacle = IdOf<typeof transferObstacle>

/** Maximum number of names shown per wave. */
const named = 12
const title = { zh: '升级批次预览', en: 'The plan' }

/** Maximum number of devices for which affected devices are requested; larger plans show only the waves. */
const mostAsked = 500
const affected = { zh: '升级重启期间', en: 'While they restart' }

/** Preview of the plan: the waves, and the excluded devices with the reasons. */
export function PlanPreview({
  draft,
  device_ids,
}: {
  draft: CampaignDraft
  device_ids: readonly number[] | undefined
}) {
  // debounced: planning ten thousand devices takes longer than a keystroke
  const { name: _, start_at: __, ...input } = inputOf(useLate(draft), device_ids)
  const none = draft.firmware_ids.length === 0
  const { data, error } = useQueryCall(campaignCalls.preview, input, { enabled: !none, keepPrevious: true })
  return (
    <Part
      title={title}
      hint={{
        zh: '先下层后上层；同一交换机下的相邻 AP 不会同时升级',
        en: 'Leaves first, uplinks last; access points of one switch never go together',
      }}
    >
      {none && (
        <p className="text-faint">
          {say({ zh: '选择固件后显示升级批次', en: 'Choose the firmware to see the waves' })}
        </p>
      )}
      {error && !data && <p className="text-danger">{error.message}</p>}
      {!none && !data && !error && <Skeleton className="h-60" />}
      {!none && data && <Shown plan={data} />}
    </Part>
  )
}

function Shown({ plan }: { plan: CampaignPreview }) {
  const { total, offline, waves, left, unplaced } = plan
  const values = { total, offline, waves: waves.length }
  return (
    <div className="flex flex-col gap-3">
      <p>
        {say(
          { zh: '{total} 台设备，分 {waves} 批', en: '{total} {total:device|devices} in {waves} {waves:wave|waves}' },
          values,
        )}
        {offline > 0 && (
          <span className="text-soft">
            {say(
              { zh: '；{offline} 台离线，上线后再升级', en: '; {offline} offline, they follow when they are back' },
              values,
            )}
          </span>
        )}
      </p>
      {unplaced > 0 && (
        <p className="rounded-md bg-warning-soft px-3 py-2 text-xs text-warning">
          {say(
            {
              zh: '{n} 台 AP 的上联位置未知：按名称每隔四台取一台，避免编号相邻的 AP 同时升级。',
              en: 'The uplink of {n} access {n:point|points} is not known: every fourth by name is upgraded together, so that adjacent numbers take turns.',
            },
            { n: unplaced },
          )}
        </p>
      )}
      <ol className="max-h-[52vh] overflow-y-auto rounded-lg border border-line bg-surface">
        {waves.map((wave, at) => (
          <WaveRow key={at} wave={wave} number={at + 1} />
        ))}
        {waves.length === 0 && (
          <li className="px-3 py-4 text-faint">
            {say({ zh: '没有可升级的设备', en: 'There is no device to upgrade' })}
          </li>
        )}
      </ol>
      {total > 0 && <Ways plan={plan} />}
      {total > 0 && (
        <section aria-label={say(affected)}>
          <p className="text-xs text-soft">{say(affected)}</p>
          <Suspense>
            <BlastNote
              ids={waves.flatMap(({ devices }) => devices.map(({ id }) => id)).slice(0, mostAsked)}
              action="upgrade"
            />
          </Suspense>
        </section>
      )}
      {left.length > 0 && <Left left={left} open={total === 0 || left.some(({ reason }) => reason === 'no_way')} />}
    </div>
  )
}

function WaveRow({ wave: { kind, devices }, number }: { wave: CampaignPreview['waves'][number]; number: number }) {
  const names = devices.slice(0, named).map(({ name }) => name)
  const more = devices.length - names.length
  return (
    <li className="border-line px-3 py-2 not-last:border-b">
      <p className="flex items-center gap-2">
        <span className="font-medium">{say({ zh: '第 {number} 批', en: 'Wave {number}' }, { number })}</span>
        {kind === 'canary' && <Badge tone="primary" label={{ zh: '首批验证', en: 'First devices' }} />}
        <span className="ml-auto text-xs text-soft">
          {say({ zh: '{n} 台', en: '{n} {n:device|devices}' }, { n: devices.length })}
        </span>
      </p>
      <p className="text-xs text-soft">
        {names.join(lang === 'zh' ? '、' : ', ')}
        {more > 0 && say({ zh: ' 等', en: ' and {more} more' }, { more })}
      </p>
    </li>
  )
}

const fetched = { zh: '固件下载方式', en: 'How devices download the image' }
const separator = lang === 'zh' ? '；' : '; '
const whyNot = (why: readonly WayObstacle[]) => why.map((one) => transferObstacle.label(one, lang)).join(separator)

/** Transfer method of the image, and why the preferred methods are not available. */
function Ways({ plan: { waves } }: { plan: CampaignPreview }) {
  const devices = waves.flatMap((wave) => wave.devices)
  const ways = [...Map.groupBy(devices, ({ way, why }) => `${way} ${why.join()}`).values()]
  return (
    <section aria-label={say(fetched)}>
      <p className="text-xs text-soft">{say(fetched)}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {ways.map((list) => (
          <Way key={`${list[0]?.way} ${list[0]?.why.join()}`} devices={list} />
        ))}
      </ul>
    </section>
  )
}

function Way({ devices }: { devices: CampaignPreview['waves'][number]['devices'] }) {
  const [{ way, why } = { way: 'pinned' as const, why: [] }] = devices
  return (
    <li>
      <p>
        {imageTransfer.label(way, lang)}
        <span className="text-soft">{say({ zh: '（{n} 台）', en: ' ({n})' }, { n: devices.length })}</span>
      </p>
      {why.length > 0 && (
        <p className="text-xs text-soft">
          {say(
            { zh: '更优先的方式不可用：{why}', en: 'Preferred ways are not available: {why}' },
            { why: whyNot(why) },
          )}
        </p>
      )}
    </li>
  )
}

/** Excluded devices by reason. */
function Left({ left, open }: Pick<CampaignPreview, 'left'> & { open: boolean }) {
  const reasonOf = ({ reason, why }: CampaignPreview['left'][number]) =>
    upgradeReason.label(reason, lang) + (why.length > 0 ? (lang === 'zh' ? '：' : ': ') + whyNot(why) : '')
  const reasons = [...Map.groupBy(left, reasonOf)].sort(([, a], [, b]) => b.length - a.length)
  return (
    <details className="text-soft" open={open}>
      <summary className="cursor-pointer">
        {say({ zh: '不升级 {n} 台', en: 'Left out: {n}' }, { n: left.length })}
      </summary>
      <ul className="mt-1 flex flex-col gap-1 pl-4 text-xs">
        {reasons.map(([text, list]) => (
          <li key={text}>
            {text} ({list.length})
            {list[0]?.reason !== 'no_image' && (
              <span className="text-faint">
                {lang === 'zh' ? '：' : ': '}
                {list
                  .slice(0, named)
                  .map(({ name }) => name)
                  .join(lang === 'zh' ? '、' : ', ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
