import { sceneMode } from '@belvedere/contract/rooms/scene/enums.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { GripVertical, MapPin } from 'lucide-react'
import { useRef } from 'react'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import type { MappedScene } from './map-points.ts'
import { stateLabel, toneOf } from './map-points.ts'
import { dragKind } from './scene-map.tsx'

interface SceneListProps {
  scenes: readonly MappedScene[]
  selected: number
  onChoose: (scene: MappedScene) => void
  /** Set for scenes without coordinates: rows can be dragged onto the map, or placed by a button without a mouse. */
  onPlace?: (scene: MappedScene) => void
  label: string
}

const ROW = 52

/** Scenes as rows; only visible rows are rendered. */
export function SceneList({ scenes, selected, onChoose, onPlace, label }: SceneListProps) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: scenes.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 8,
    getItemKey: (i) => scenes[i]?.id ?? i,
  })
  return (
    <div ref={box} className="min-h-0 flex-1 overflow-auto">
      <ul aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const scene = scenes[index]
          return scene ? (
            <li key={key} className="absolute inset-x-0" style={{ transform: `translateY(${start}px)`, height: ROW }}>
              <Row scene={scene} selected={scene.id === selected} onChoose={onChoose} onPlace={onPlace} />
            </li>
          ) : null
        })}
      </ul>
    </div>
  )
}

const dots = { danger: 'bg-danger-dot', warning: 'bg-warning-dot', success: 'bg-success-dot', neutral: 'bg-control' }
const texts = { danger: 'text-danger', warning: 'text-warning', success: 'text-success', neutral: 'text-faint' }

interface SceneRowProps {
  scene: MappedScene
  selected: boolean
  onChoose: (scene: MappedScene) => void
  onPlace: ((scene: MappedScene) => void) | undefined
}

function Row({ scene, selected, onChoose, onPlace }: SceneRowProps) {
  const may = useMay()
  const canPlace = onPlace !== undefined && may('scene.write') && scene.mode !== 3
  const tone = toneOf(scene)
  return (
    <div
      draggable={canPlace}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragKind, String(scene.id))
        event.dataTransfer.effectAllowed = 'move'
      }}
      className={cx(
        'flex h-full items-center gap-2 border-b border-line pr-2 pl-3 hover:bg-hover',
        canPlace && 'cursor-grab',
        selected && 'bg-selected',
      )}
    >
      {canPlace && <GripVertical size={14} aria-hidden="true" className="-ml-1 shrink-0 text-faint" />}
      <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', dots[tone])} />
      <button
        type="button"
        aria-pressed={selected}
        onClick={() => onChoose(scene)}
        className="min-w-0 flex-1 rounded text-left focus-visible:-outline-offset-1"
      >
        <span className="flex items-center gap-2">
          <span className="truncate font-medium" data-tip-cut="">
            {scene.name}
          </span>
          {scene.mode !== 0 && <span className="shrink-0 text-xs text-faint">{sceneMode.label(scene.mode, lang)}</span>}
        </span>
        <span className="flex gap-2 truncate text-xs text-faint">
          <span className={texts[tone]}>{stateLabel(scene)}</span>
          {scene.device_total > 0 && (
            <span className="tabular-nums">
              {say(
                { zh: '设备 {on}/{all}', en: '{on}/{all} devices' },
                { on: scene.device_online, all: scene.device_total },
              )}
            </span>
          )}
          <span className="truncate">{[...new Set([scene.province, scene.city])].filter(Boolean).join(' ')}</span>
        </span>
      </button>
      {canPlace && (
        <IconButton
          size="s"
          icon={MapPin}
          label={say({ zh: '在地图上标注“{name}”', en: 'Put “{name}” on the map' }, { name: scene.name })}
          onClick={() => onPlace(scene)}
        />
      )}
    </div>
  )
}
