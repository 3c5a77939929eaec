import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { sceneMode } from '@belvedere/contract/rooms/scene/enums.ts'
import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { Layers } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { chooseScene } from '../../../kit/session/scene.ts'
import { useSession } from '../../../kit/session/session.ts'
import { lang, say, type Words } from '../../../kit/words/words.ts'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { CardSkeletons, More, SearchBar, TouchCard } from '../../../ui/phone/phone-list.tsx'
import { useLate } from '../../../ui/phone/use-late.ts'
import { Badge, Status, type StatusTone } from '../../../ui/feedback/status.tsx'

const PhoneOffers = lazyPart(() => import('./phone-offers.tsx'), 'PhoneOffers', { spare: true })

type PhoneScene = Out<typeof sceneCalls.list>['list'][number]

const step = 20
/** Shorter lists have no search field. */
const fewEnough = 6

/** Offered scenes, then the user's scenes as cards; a tap selects the scene of all pages. */
export function PhoneScenes({ onChosen }: { onChosen: () => void }) {
  return (
    <div className="flex flex-col gap-2.5">
      <Suspense>
        <PhoneOffers />
      </Suspense>
      <Scenes onChosen={onChosen} />
    </div>
  )
}

function Scenes({ onChosen }: { onChosen: () => void }) {
  const [typed, setTyped] = useState('')
  const search = useLate(typed.trim())
  const [limit, setLimit] = useState(step)
  const chosen = useSession((s) => s.scene_id)
  const all = useSession((s) => s.scene.size)
  const { data, error, isFetching, refetch } = useQueryCall(
    sceneCalls.list,
    { limit, orderby: 'name asc', ...(search && { search }) },
    { keepPrevious: true, keep: true },
  )
  const choose = (id: number) => {
    chooseScene(id)
    onChosen()
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <CardSkeletons />
  if (data.total === 0 && !search) return <NoScenes />
  return (
    <div className="flex flex-col gap-2.5">
      {(all > fewEnough || search) && (
        <SearchBar hint={{ zh: '搜索场景', en: 'Search scenes' }} value={typed} onChange={setTyped} />
      )}
      {all > 1 && !search && (
        <TouchCard current={chosen === 0} onPress={() => choose(0)}>
          <span className="font-medium">{say({ zh: '全部场景', en: 'All scenes' })}</span>
        </TouchCard>
      )}
      {data.list.map((scene) => (
        <SceneCard key={scene.id} scene={scene} current={chosen === scene.id} onPress={() => choose(scene.id)} />
      ))}
      {data.total === 0 && <EmptyState title={{ zh: '没有匹配的场景', en: 'No scene matches' }} className="py-8" />}
      <More
        shown={data.list.length}
        total={data.total}
        pending={isFetching}
        onMore={() => setLimit((was) => Math.min(500, was + step))}
      />
    </div>
  )
}

function SceneCard({ scene, current, onPress }: { scene: PhoneScene; current: boolean; onPress: () => void }) {
  const { tone, words, values } = stateOf(scene)
  const place = [scene.city, scene.address].filter(Boolean).join(' ')
  return (
    <TouchCard current={current} onPress={onPress}>
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-lg font-semibold">{scene.name}</span>
        {scene.mode !== 0 && (
          <Badge tone={sceneMode.find(scene.mode)?.tone} label={sceneMode.label(scene.mode, lang)} />
        )}
      </span>
      <span className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <Status tone={tone} label={say(words, values)} />
        <span className="text-soft">
          {say({ zh: '终端 {n}', en: '{n} {n:terminal|terminals}' }, { n: scene.terminal_cnt })}
        </span>
      </span>
      {(place || scene.device_total > 0) && (
        <span className="mt-2 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-faint">
          {kindsOf(scene).map((text) => (
            <span key={text}>{text}</span>
          ))}
          {place && <span className="min-w-0 truncate">{place}</span>}
        </span>
      )}
    </TouchCard>
  )
}

/** State of a scene, derived from its devices. */
function stateOf({ device_total, device_online, device_unknown }: PhoneScene): {
  tone: StatusTone
  words: Words
  values: Record<string, number>
} {
  const values = {
    total: device_total,
    online: device_online,
    unknown: device_unknown,
    missing: device_total - device_online - device_unknown,
  }
  if (device_total === 0) return { tone: 'neutral', words: { zh: '暂无设备', en: 'No devices' }, values }
  if (device_online === 0 && device_unknown > 0)
    return { tone: 'neutral', words: { zh: '状态未知（共 {total} 台）', en: 'State of {total} unknown' }, values }
  if (device_online === 0)
    return { tone: 'danger', words: { zh: '全部离线（{total}）', en: 'All {total} offline' }, values }
  if (device_unknown > 0)
    return {
      tone: values.missing > 0 ? 'warning' : 'neutral',
      words: { zh: '在线 {online}/{total}，未知 {unknown}', en: '{online} of {total} online, {unknown} unknown' },
      values,
    }
  if (values.missing > 0)
    return { tone: 'warning', words: { zh: '在线 {online}/{total}', en: '{online} of {total} online' }, values }
  return { tone: 'success', words: { zh: '全部在线（{total}）', en: 'All {total} online' }, values }
}

/** `路由器 2/2`, for the existing kinds. */
function kindsOf({ device }: PhoneScene): string[] {
  return Object.entries(device)
    .filter(([, { total }]) => total > 0)
    .map(([kind, { total, online }]) => {
      const id = deviceType.id[kind as keyof typeof deviceType.id]
      return `${deviceType.label(id, lang)} ${online}/${total}`
    })
}

function NoScenes() {
  return (
    <EmptyState
      icon={Layers}
      title={{ zh: '还没有场景', en: 'No scenes yet' }}
      hint={{
        zh: '请在电脑上的控制台添加场景和设备，或接收他人分享的场景。',
        en: 'Add scenes and devices in the console on a computer, or accept a shared scene.',
      }}
    />
  )
}
