import { sceneMode } from '@belvedere/contract/rooms/scene/enums.ts'
import { ChevronDown, Layers, MapPinned } from 'lucide-react'
import { chooseScene, useScene } from '../kit/scene.ts'
import { useSession, type SceneMode } from '../kit/session.ts'
import { say, type Words } from '../kit/words.ts'
import { FilterList } from '../ui/filter-list.tsx'
import { Badge } from '../ui/status.tsx'

const all: Words = { zh: '全部场景', en: 'All scenes' }

/** Nothing for the caller's own scenes (mode 0). */
function ModeLabel({ mode }: { mode: SceneMode }) {
  const label = mode === sceneMode.id.own ? undefined : sceneMode.find(mode)
  return label ? <Badge tone={label.tone} label={label} /> : null
}

/** Which scene the page shows; "all scenes" first where the page can show them together. */
export function SceneSelector({ allScenes }: { allScenes: boolean }) {
  const { id, name, mode } = useScene()
  const scenes = useSession((s) => s.scene)
  const options = [...scenes].map(([id, { name, mode }]) => ({ id, label: name, mode }))
  const Icon = id === 0 ? Layers : MapPinned
  if (scenes.size === 0) return null
  return (
    <>
      <FilterList
        label={{ zh: '选择场景', en: 'Choose a scene' }}
        options={allScenes ? [{ id: 0, label: say(all), mode: 0 as SceneMode }, ...options] : options}
        value={id}
        onChoose={chooseScene}
        mark={(option) => <ModeLabel mode={option.mode} />}
        trigger={
          <button
            type="button"
            aria-label={say({ zh: '选择场景：{name}', en: 'Scene: {name}' }, { name: id === 0 ? say(all) : name })}
            className="-ml-2 flex h-8 max-w-64 min-w-0 items-center gap-1.5 rounded-md px-2 text-base hover:bg-hover data-popup-open:bg-hover"
          >
            <Icon size={15} aria-hidden="true" className="shrink-0 text-accent-text" />
            <span className="truncate">{id === 0 ? say(all) : name}</span>
            <ModeLabel mode={mode} />
            <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-faint" />
          </button>
        }
      />
      <span aria-hidden="true" className="text-strong">
        /
      </span>
    </>
  )
}
