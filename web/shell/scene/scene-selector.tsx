import { sceneMode } from '@belvedere/contract/rooms/scene/enums.ts'
import { ChevronDown, Layers, MapPinned, Star } from 'lucide-react'
import { useMemo } from 'react'
import { useHabit } from '../../kit/session/habit.ts'
import { chooseScene, toggleFavourite, useScene } from '../../kit/session/scene.ts'
import { useSession, type SceneMode } from '../../kit/session/session.ts'
import { say, type Words } from '../../kit/words/words.ts'
import { FilterList } from '../../ui/fields/filter-list.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Badge } from '../../ui/feedback/status.tsx'
import { sceneOptions, type SceneOption } from './scene-options.ts'

const all: Words = { zh: '全部场景', en: 'All scenes' }
const allOption: SceneOption = { id: 0, label: say(all), mode: 0 }

/** Empty for the user's own scenes (mode 0). */
const modeOf = (mode: SceneMode) => (mode === sceneMode.id.own ? undefined : sceneMode.find(mode))

function ModeLabel({ mode }: { mode: SceneMode }) {
  const label = modeOf(mode)
  return label ? <Badge tone={label.tone} label={label} /> : null
}

/** Selects the scene of the page; "all scenes" first if the page supports it. */
export function SceneSelector({ allScenes }: { allScenes: boolean }) {
  const { id, name, mode } = useScene()
  const options = useOptions()
  const Icon = id === 0 ? Layers : MapPinned
  const shown = id === 0 ? say(all) : name
  const shownMode = modeOf(mode)
  if (options.length === 0) return null
  return (
    <>
      <FilterList
        label={{ zh: '选择场景', en: 'Choose a scene' }}
        options={allScenes ? [allOption, ...options] : options}
        value={id}
        onChoose={chooseScene}
        mark={(option) => <ModeLabel mode={option.mode} />}
        heading={(option) => option.heading}
        trigger={
          <button
            type="button"
            aria-label={say(
              { zh: '选择场景：{name} {mode}', en: 'Scene: {name} {mode}' },
              { name: shown, mode: shownMode ? say(shownMode) : '' },
            ).trim()}
            className="-ml-2 flex h-8 max-w-64 min-w-0 items-center gap-1.5 rounded-md px-2 text-base hover:bg-hover data-popup-open:bg-hover"
          >
            <Icon size={15} aria-hidden="true" className="shrink-0 text-accent-text" />
            <span className="truncate">{shown}</span>
            <ModeLabel mode={mode} />
            <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-faint" />
          </button>
        }
      />
      {id !== 0 && options.length > 1 && <FavouriteButton id={id} />}
      <span aria-hidden="true" className="text-strong">
        /
      </span>
    </>
  )
}

function useOptions(): SceneOption[] {
  const scenes = useSession((s) => s.scene)
  const recent = useHabit((s) => s.recentScene)
  const favourite = useHabit((s) => s.favouriteScene)
  return useMemo(() => sceneOptions({ scenes, recent, favourite }), [scenes, recent, favourite])
}

/** Favourites are first in the list. */
function FavouriteButton({ id }: { id: number }) {
  const isFavourite = useHabit((s) => s.favouriteScene.includes(id))
  return (
    <IconButton
      size="s"
      icon={Star}
      label={{ zh: '收藏场景', en: 'Favourite scene' }}
      aria-pressed={isFavourite}
      className="-ml-1.5 aria-pressed:bg-transparent aria-pressed:[&>svg]:fill-current"
      onClick={() => toggleFavourite(id)}
    />
  )
}
