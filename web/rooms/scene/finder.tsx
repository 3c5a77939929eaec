import { sceneMode } from '@belvedere/contract/rooms/scene/enums.ts'
import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { List, LogIn, MapPinned } from 'lucide-react'
import { call } from '../../kit/calls/call.ts'
import { defineFinder, type FinderHost, type FoundEntry } from '../../kit/routing/define-finder.ts'
import { knownScenes } from '../../kit/session/known-scenes.ts'
import { chooseScene } from '../../kit/session/scene.ts'
import { entryOf } from './manage/scene-row.ts'

const most = 5

/** Scenes by name; choosing one switches to it, on the current page if that page shows a scene. */
export const finder = defineFinder({
  title: { zh: '场景', en: 'Scenes' },
  order: 10,
  async find(_typed, fits) {
    const scenes = await knownScenes()
    const found = scenes.flatMap((scene) => {
      const fit = fits(scene.name)
      return fit ? [{ scene, rank: fit.rank }] : []
    })
    return found
      .sort((a, b) => a.rank - b.rank)
      .slice(0, most)
      .map(({ scene }) => findingOf(scene))
  },
})

function findingOf({ id, name, mode }: Awaited<ReturnType<typeof knownScenes>>[number]): FoundEntry {
  const label = mode === sceneMode.id.own ? undefined : sceneMode.find(mode)
  return {
    id,
    label: name,
    icon: MapPinned,
    ...(label && { state: { label, tone: 'neutral' } }),
    run: (host) => (host.onScenePage ? chooseScene(id) : void enter(id, host)),
    acts: [
      { label: { zh: '进入场景的设备', en: 'Open its devices' }, icon: LogIn, run: (host) => void enter(id, host) },
      {
        label: { zh: '在场景列表中查看', en: 'Show in the list of scenes' },
        icon: List,
        run: ({ go }) => go('/scene/manage/list', { search: name }),
      },
    ],
  }
}

async function enter(id: number, { go }: FinderHost): Promise<void> {
  const row = await call(sceneCalls.list, { ids: [id] }).catch(() => undefined)
  chooseScene(id)
  go(row?.list[0] ? entryOf(row.list[0]) : '/config/device/router')
}
