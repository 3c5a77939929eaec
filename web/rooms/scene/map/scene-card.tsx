import { sceneOverviewCalls } from '@belvedere/contract/rooms/device/scene-overview.ts'
import { rateText } from '@belvedere/pure/text/flow.ts'
import { LogIn, MapPinOff, Move, X } from 'lucide-react'
import { useGo } from '../../../kit/routing/go.tsx'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { chooseScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { entryOf, placeOf } from '../manage/scene-row.ts'
import { isPlaced, type MappedScene, stateLabel, toneOf } from './map-points.ts'

interface SceneCardProps {
  scene: MappedScene
  onClose: () => void
  onMove: () => void
  onTakeOff: () => void
}

/** Details of the chosen scene, with links. */
export function SceneCard({ scene, onClose, onMove, onTakeOff }: SceneCardProps) {
  const may = useMay()
  const go = useGo()
  const { data } = useQueryCall(sceneOverviewCalls.base, { scene_id: scene.id }, { keepPrevious: true })
  const known = data?.scene.id === scene.id ? data.scene : undefined
  const canWrite = may('scene.write') && scene.mode !== 3
  const enter = (to: string) => {
    chooseScene(scene.id)
    go(to)
  }
  const alarms = scene.critical + scene.warning + scene.notice
  return (
    <section
      aria-label={scene.name}
      className="shrink-0 border-t border-line bg-surface p-3 shadow-[0_-4px_16px_-8px_rgb(0_0_0/0.15)]"
    >
      <header className="mb-2 flex items-center gap-2">
        <h2 className="min-w-0 flex-1 truncate font-semibold" data-tip-cut="">
          {scene.name}
        </h2>
        <Status tone={toneOf(scene)} label={stateLabel(scene)} />
        <IconButton size="s" icon={X} label={{ zh: '关闭', en: 'Close' }} onClick={onClose} />
      </header>
      <Facts
        className="grid-cols-2! gap-y-2!"
        items={[
          {
            label: { zh: '设备在线', en: 'Devices online' },
            value: `${scene.device_online} / ${scene.device_total}`,
          },
          { label: { zh: '终端', en: 'Terminals' }, value: known?.terminal_cnt ?? '–' },
          {
            label: { zh: '未处理告警', en: 'Open alarms' },
            value:
              alarms > 0 && may('alarm.read') ? (
                <button
                  type="button"
                  className="rounded text-accent-text hover:underline"
                  onClick={() => enter('/maintenance/alert/log')}
                >
                  {alarms}
                </button>
              ) : (
                alarms
              ),
          },
          { label: { zh: '当前速率', en: 'Rate now' }, value: rateText(scene.bps) },
          { label: { zh: '地址', en: 'Place' }, value: known ? placeOf(known) || '–' : '–' },
          {
            label: { zh: '经纬度', en: 'Coordinates' },
            value: isPlaced(scene) ? `${scene.lat.toFixed(5)}, ${scene.lng.toFixed(5)}` : '–',
          },
        ]}
      />
      <footer className="mt-3 flex flex-wrap gap-2">
        <Button size="s" kind="primary" icon={LogIn} disabled={!known} onClick={() => known && enter(entryOf(known))}>
          {say({ zh: '进入场景', en: 'Enter' })}
        </Button>
        {canWrite && (
          <Button size="s" icon={Move} onClick={onMove}>
            {isPlaced(scene) ? say({ zh: '调整位置', en: 'Move' }) : say({ zh: '标注位置', en: 'Put on the map' })}
          </Button>
        )}
        {canWrite && isPlaced(scene) && (
          <Button size="s" kind="quiet" icon={MapPinOff} onClick={onTakeOff}>
            {say({ zh: '移出地图', en: 'Take off' })}
          </Button>
        )}
      </footer>
    </section>
  )
}
