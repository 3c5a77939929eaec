import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { Router } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { chooseScene, useScene } from '../../../kit/session/scene.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { CardSkeletons, More, SearchBar, TouchCard } from '../../../ui/phone/phone-list.tsx'
import { useLate } from '../../../ui/phone/use-late.ts'
import { limits, measures, nameOf, type ListedDevice } from '../device-table/device.ts'
import { StateCell } from '../device-table/state-cell.tsx'
import { WideMeter } from './wide-meter.tsx'

const DeviceSheet = lazyPart(() => import('./device-sheet.tsx'), 'DeviceSheet')

const step = 20

const states = [
  { id: undefined, label: { zh: '全部', en: 'All' } },
  { id: 1, label: { zh: '在线', en: 'Online' } },
  { id: 0, label: { zh: '离线', en: 'Offline' } },
  { id: 2, label: { zh: '未知', en: 'Unknown' } },
] as const

/** The devices of the chosen scene, or of all scenes; a tap opens details and actions. */
export function PhoneDevices() {
  const scene = useScene()
  const [typed, setTyped] = useState('')
  const search = useLate(typed.trim())
  const [online, setOnline] = useState<0 | 1 | 2>()
  const [limit, setLimit] = useState(step)
  const [open, setOpen] = useState<number>()
  const { data, error, isFetching, refetch } = useQueryCall(
    deviceCalls.all,
    {
      ...scene.input,
      limit,
      orderby: 'online asc',
      ...(search && { search }),
      ...(online !== undefined && { online }),
    },
    { keepPrevious: true },
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const shown = data?.list.find(({ id }) => id === open)
  return (
    <div className="flex flex-col gap-2.5">
      <SearchBar hint={{ zh: '名称、序列号或地址', en: 'Name, serial or address' }} value={typed} onChange={setTyped} />
      <div className="flex gap-1.5">
        {states.map(({ id, label }) => (
          <button
            key={label.en}
            type="button"
            aria-pressed={online === id}
            onClick={() => setOnline(id)}
            className="flex-1 rounded-xl border border-line bg-surface text-sm text-soft aria-pressed:border-accent-text aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-accent-text"
          >
            {say(label)}
          </button>
        ))}
      </div>
      {scene.id !== 0 && <SceneLine name={scene.name} />}
      {!data && <CardSkeletons />}
      {data?.list.map((device) => (
        <TouchCard key={device.id} onPress={() => setOpen(device.id)}>
          <DeviceCard device={device} withScene={scene.id === 0} />
        </TouchCard>
      ))}
      {data?.total === 0 && <Nothing filtered={search !== '' || online !== undefined} />}
      {data && data.total > 0 && (
        <More
          shown={data.list.length}
          total={data.total}
          pending={isFetching}
          onMore={() => setLimit((was) => Math.min(1000, was + step))}
        />
      )}
      <Suspense>{shown && <DeviceSheet device={shown} onClose={() => setOpen(undefined)} />}</Suspense>
    </div>
  )
}

function SceneLine({ name }: { name: string }) {
  return (
    <p className="flex items-center gap-2 pl-1 text-sm text-soft">
      <span className="min-w-0 flex-1 truncate">{say({ zh: '场景：{name}', en: 'Scene: {name}' }, { name })}</span>
      <button type="button" className="px-2 text-accent-text" onClick={() => chooseScene(0)}>
        {say({ zh: '查看全部场景', en: 'All scenes' })}
      </button>
    </p>
  )
}

function DeviceCard({ device, withScene }: { device: ListedDevice; withScene: boolean }) {
  const about = [deviceType.label(device.type, lang), device.model, withScene && device.scene_name]
  return (
    <>
      <span className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate text-lg font-semibold">{nameOf(device)}</span>
        <span className="shrink-0 text-sm">
          <StateCell device={device} />
        </span>
      </span>
      <span className="mt-0.5 block truncate text-sm text-soft">{about.filter(Boolean).join(' · ')}</span>
      {device.online === 1 && (
        <span className="mt-3 grid grid-cols-2 gap-4">
          <WideMeter value={device.cpu} label={measures.cpu ?? ''} limits={limits.cpu} />
          <WideMeter value={device.mem} label={measures.mem ?? ''} limits={limits.mem} />
        </span>
      )}
    </>
  )
}

function Nothing({ filtered }: { filtered: boolean }) {
  const title = filtered
    ? { zh: '没有匹配的设备', en: 'No device matches' }
    : { zh: '还没有设备', en: 'No devices yet' }
  const hint = { zh: '请在电脑上的控制台添加设备。', en: 'Add devices in the console on a computer.' }
  return <EmptyState icon={Router} title={title} {...(!filtered && { hint })} className="py-10" />
}
