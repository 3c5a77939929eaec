import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { mapCalls } from '@belvedere/contract/rooms/scene/map.ts'
import type { LngLat } from '@belvedere/pure/geography/borders.ts'
import { Flame, MapPinned, Plus } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { Go } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { StaleNote } from '../../../kit/live/stale-note.tsx'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { type WorldBounds, isWithin } from '../../../ui/geo-map/camera.ts'
import type { MapPoint } from '../../../ui/geo-map/cluster-marker.ts'
import type { GeoMapHandle } from '../../../ui/geo-map/geo-map.tsx'
import type { MapView } from '../../../ui/geo-map/world.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { type Heat, isPlaced, type MappedScene, worstFirst } from './map-points.ts'
import { type SceneRegion, RegionList } from './region-list.tsx'
import { SceneCard } from './scene-card.tsx'
import { SceneList } from './scene-list.tsx'
import { SceneMap } from './scene-map.tsx'
import { usePlace } from './use-place.ts'

const everything = {}
const heats = [
  { id: 'alarm', zh: '告警热力', en: 'Heat by alarms' },
  { id: 'traffic', zh: '流量热力', en: 'Heat by traffic' },
] as const
/** Zoom of a region: its province. */
const REGION_ZOOM = 6.5
/** Zoom of one chosen scene: a street over tiles, else its province. */
const nearOf = ({ tiles }: Pick<MapData, 'tiles'>) => (tiles ? 14 : 7.5)

/** The positions and states of the scenes; the list beside the map contains the scenes within the map's view. */
export function View() {
  const { data, error, refetch, dataUpdatedAt } = useQueryCall(mapCalls.map, everything, { every: 30_000 })
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="flex-1" />
  if (data.list.length === 0) return <NoScenes />
  return (
    <>
      <Loaded data={data} />
      <StaleNote error={error} at={dataUpdatedAt} onRetry={() => void refetch()} />
    </>
  )
}

function NoScenes() {
  return (
    <EmptyState
      icon={MapPinned}
      title={{ zh: '还没有场景', en: 'No scenes yet' }}
      hint={{ zh: '添加场景后，可在地图上标注它们的位置', en: 'Once there are scenes they can be put on the map' }}
      action={
        <Go
          to="/scene/manage/list"
          search={{ add: 1 }}
          className="flex items-center gap-1.5 text-accent-text hover:underline"
        >
          <Plus size={15} aria-hidden="true" />
          {say({ zh: '添加场景', en: 'Add scene' })}
        </Go>
      }
    />
  )
}

type MapData = NonNullable<ReturnType<typeof useQueryCall<typeof mapCalls.map>>['data']>

function Loaded({ data }: { data: MapData }) {
  const [url, setUrl] = useUrlState({ z: 0, c: '', id: 0, group_id: 0, heat: '', search: '', tab: '' })
  const map = useRef<GeoMapHandle>(null)
  const [bounds, setBounds] = useState<WorldBounds>()
  const [placed, setPlaced] = useState<number>()
  const [crowd, setCrowd] = useState<readonly number[]>()
  const { place } = usePlace()

  const wanted = url.search.trim().toLowerCase()
  // sorted once: the visible part changes with every movement of the map
  const sorted = useMemo(() => worstFirst(data.list), [data.list])
  const scenes = useMemo(
    () =>
      sorted.filter(
        ({ group_ids, name, city, province }) =>
          (!url.group_id || group_ids.includes(url.group_id)) &&
          (!wanted || [name, city, province].some((text) => text.toLowerCase().includes(wanted))),
      ),
    [sorted, url.group_id, wanted],
  )
  const inView = useMemo(
    () =>
      scenes.filter(
        (scene) =>
          isPlaced(scene) && (crowd ? crowd.includes(scene.id) : !bounds || isWithin(bounds, [scene.lng, scene.lat])),
      ),
    [scenes, bounds, crowd],
  )
  const unplaced = useMemo(() => scenes.filter((scene) => !isPlaced(scene)), [scenes])
  const chosen = data.list.find(({ id }) => id === url.id)
  const placing = data.list.find(({ id }) => id === placed)
  const start = useRef(startOf(url, chosen, nearOf(data)))

  const choose = (scene: MappedScene) => {
    setUrl({ id: scene.id }, { push: url.id === 0 })
    if (isPlaced(scene)) map.current?.fly({ lng: scene.lng, lat: scene.lat, zoom: Math.max(nearOf(data), url.z) })
  }
  const onChoose = (points: readonly MapPoint[]) => {
    const [first] = points
    if (points.length === 1 && first) setUrl({ id: first.id }, { push: url.id === 0 })
    // at the same position: the list distinguishes them
    setCrowd(points.length > 1 ? points.map(({ id }) => id) : undefined)
    if (points.length > 1) setUrl({ tab: '' })
  }
  const begin = (scene: MappedScene) => {
    setPlaced(scene.id)
    map.current?.focus()
  }
  const put = useCallback(
    async (id: number, to: LngLat | undefined) => {
      const scene = data.list.find((one) => one.id === id)
      setPlaced(undefined)
      if (scene && scene.mode !== 3 && (await place(scene, to)) && to) setUrl({ id })
    },
    [data.list, place, setUrl],
  )
  const moved = useRef(0)
  const onView = (view: MapView, box: WorldBounds) => {
    setBounds(box)
    setCrowd(undefined)
    // the first view is the page's default and is not stored in the address
    if (moved.current++ < 2) return
    setUrl({ z: Math.round(view.zoom * 100) / 100, c: `${view.lat.toFixed(4)},${view.lng.toFixed(4)}` })
  }
  const may = useMay()
  const hasRegions = may('stat.read')
  const tab = url.tab === 'unplaced' ? 'unplaced' : url.tab === 'regions' && hasRegions ? 'regions' : 'view'
  const goTo = ({ name, lat, lng }: SceneRegion) => {
    if (lat === null || lng === null) return setUrl({ search: name, tab: 'unplaced' }, { push: true })
    map.current?.fly({ lat, lng, zoom: REGION_ZOOM })
    setUrl({ tab: '' })
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <Filters url={url} setUrl={setUrl} />
      <div className="flex min-h-0 flex-1 overflow-hidden rounded-lg border border-line max-md:flex-col">
        <SceneMap
          ref={map}
          className="min-h-0 min-w-0 flex-1"
          source={data}
          scenes={scenes}
          heat={heats.some(({ id }) => id === url.heat) ? (url.heat as Heat) : ''}
          start={start.current}
          selected={url.id}
          onChoose={onChoose}
          onView={onView}
          onDrop={(id, to) => void put(id, to)}
          placing={placing && { onPlace: (to) => void put(placing.id, to), onCancel: () => setPlaced(undefined) }}
        >
          {placing && (
            <PlacingBar
              name={placing.name}
              onHere={() => map.current && void put(placing.id, map.current.middle())}
              onCancel={() => setPlaced(undefined)}
            />
          )}
        </SceneMap>
        <aside className="flex min-h-0 w-80 flex-col border-l border-line bg-surface max-md:h-[48%] max-md:w-full max-md:border-t max-md:border-l-0">
          <Tabs
            className="px-3"
            value={tab}
            onChange={(next) => setUrl({ tab: next === 'view' ? '' : next })}
            tabs={[
              { id: 'view', label: { zh: '图中场景', en: 'In view' }, count: inView.length },
              { id: 'unplaced', label: { zh: '未标注', en: 'Not placed' }, count: unplaced.length },
              ...(hasRegions ? [{ id: 'regions', label: { zh: '地区', en: 'Regions' } } as const] : []),
            ]}
          />
          {tab === 'regions' && <RegionList group_id={url.group_id} onChoose={goTo} />}
          {tab === 'view' && (
            <SceneList
              label={say({ zh: '地图范围内的场景', en: 'Scenes the map shows' })}
              scenes={inView}
              selected={url.id}
              onChoose={choose}
            />
          )}
          {tab === 'unplaced' && (
            <SceneList
              label={say({ zh: '未标注位置的场景', en: 'Scenes without a place' })}
              scenes={unplaced}
              selected={url.id}
              onChoose={choose}
              onPlace={begin}
            />
          )}
          {tab !== 'regions' && (
            <ListNote
              tab={tab}
              shown={tab === 'view' ? inView.length : unplaced.length}
              filtered={scenes.length < data.list.length}
              onFit={() => map.current?.fit()}
            />
          )}
          {chosen && (
            <SceneCard
              key={chosen.id}
              scene={chosen}
              onClose={() => setUrl({ id: 0 })}
              onMove={() => begin(chosen)}
              onTakeOff={() => void put(chosen.id, undefined)}
            />
          )}
        </aside>
      </div>
      {data.total > data.list.length && (
        <p className="text-xs text-warning">
          {say(
            { zh: '场景过多，仅显示前 {n} 个', en: 'Too many scenes; the first {n} are shown' },
            { n: data.list.length },
          )}
        </p>
      )}
    </div>
  )
}

type MapUrl = { z: number; c: string; id: number; group_id: number; heat: string; search: string; tab: string }

/** The initial view from the address; the chosen scene if the address contains only that. */
function startOf({ z, c }: MapUrl, chosen: MappedScene | undefined, near: number): MapView | undefined {
  const [lat, lng] = c.split(',').map(Number)
  if (c && Number.isFinite(lat) && Number.isFinite(lng)) return { lat: lat ?? 0, lng: lng ?? 0, zoom: z || 5 }
  return chosen && isPlaced(chosen) ? { lat: chosen.lat, lng: chosen.lng, zoom: z || near } : undefined
}

function Filters({
  url,
  setUrl,
}: {
  url: MapUrl
  setUrl: (part: Partial<MapUrl>, options?: { push?: boolean }) => void
}) {
  const { data } = useQueryCall(groupCalls.list, { limit: 500, orderby: 'name asc' })
  const groups = (data?.list ?? []).map(({ id, name }) => ({ id, label: name }))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TextField
        type="search"
        className="w-56 max-sm:w-full"
        aria-label={say({ zh: '搜索场景', en: 'Search scenes' })}
        placeholder={say({ zh: '名称 / 省份 / 城市', en: 'Name, province or city' })}
        value={url.search}
        onChange={(search) => setUrl({ search })}
      />
      <Select
        filter
        className="w-44"
        name={{ zh: '分组', en: 'Group' }}
        placeholder={{ zh: '全部分组', en: 'All groups' }}
        options={groups}
        value={url.group_id || undefined}
        onChange={(group_id) => setUrl({ group_id }, { push: true })}
        onClear={() => setUrl({ group_id: 0 }, { push: true })}
      />
      <Select
        className="w-40"
        name={{ zh: '热力', en: 'Heat' }}
        placeholder={{ zh: '不显示热力', en: 'No heat' }}
        options={heats}
        value={heats.find(({ id }) => id === url.heat)?.id}
        onChange={(heat) => setUrl({ heat }, { push: true })}
        onClear={() => setUrl({ heat: '' }, { push: true })}
      />
      <Legend heat={url.heat} />
    </div>
  )
}

/** The meaning of the colours. */
function Legend({ heat }: { heat: string }) {
  const entries = [
    { color: 'bg-success-dot', words: { zh: '正常', en: 'Normal' } },
    { color: 'bg-warning-dot', words: { zh: '异常', en: 'Impaired' } },
    { color: 'bg-danger-dot', words: { zh: '离线或严重告警', en: 'Offline or critical' } },
    { color: 'bg-control', words: { zh: '未知或无设备', en: 'Unknown, or no devices' } },
  ]
  return (
    <p className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-soft max-sm:ml-0">
      {heat && <Flame size={13} aria-hidden="true" className="text-warning" />}
      {entries.map(({ color, words }) => (
        <span key={color} className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-2 rounded-full ${color}`} />
          {say(words)}
        </span>
      ))}
    </p>
  )
}

function PlacingBar({ name, onHere, onCancel }: { name: string; onHere: () => void; onCancel: () => void }) {
  return (
    <div
      role="status"
      className="absolute inset-x-3 top-3 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-md bg-raised px-3 py-2 text-sm shadow-(--shadow-pop)"
    >
      <span className="min-w-0">
        {say(
          {
            zh: '点击地图标注“{name}”，或移动地图使十字对准后按 Enter',
            en: 'Press where “{name}” is, or move the cross there and press Enter',
          },
          { name },
        )}
      </span>
      <Button size="s" kind="primary" onClick={onHere}>
        {say({ zh: '标注在十字处', en: 'At the cross' })}
      </Button>
      <Button size="s" kind="quiet" onClick={onCancel}>
        {say({ zh: '取消', en: 'Cancel' })}
      </Button>
    </div>
  )
}

/** Reason for an empty list, or how to fill it. */
function ListNote({
  tab,
  shown,
  filtered,
  onFit,
}: {
  tab: 'view' | 'unplaced'
  shown: number
  filtered: boolean
  onFit: () => void
}) {
  if (shown > 0) {
    return tab === 'unplaced' ? (
      <p className="border-t border-line px-3 py-2 text-xs text-faint">
        {say({ zh: '拖到地图上，或用右侧按钮标注', en: 'Drag onto the map, or use the button at the right' })}
      </p>
    ) : null
  }
  return (
    <div className="flex flex-col items-center gap-2 px-4 pb-10 text-center text-soft">
      {tab === 'unplaced' ? (
        <p>
          {filtered
            ? say({ zh: '没有符合条件的场景', en: 'No scene matches' })
            : say({ zh: '所有场景都已标注位置', en: 'All scenes are on the map' })}
        </p>
      ) : (
        <>
          <p>
            {filtered
              ? say({ zh: '此范围内没有符合条件的场景', en: 'No matching scene here' })
              : say({ zh: '此范围内没有场景', en: 'No scenes here' })}
          </p>
          <Button size="s" onClick={onFit}>
            {say({ zh: '显示全部场景', en: 'Show all scenes' })}
          </Button>
        </>
      )}
    </div>
  )
}
