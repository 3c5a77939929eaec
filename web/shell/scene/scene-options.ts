import type { SceneMode } from '../../kit/session/session.ts'
import type { Words } from '../../kit/words/words.ts'

export interface SceneOption {
  id: number
  label: string
  mode: SceneMode
  /** Heading of the section that starts here. */
  heading?: Words
}

interface SceneMemory {
  scenes: ReadonlyMap<number, { name: string; mode: SceneMode }>
  recent: readonly number[]
  favourite: readonly number[]
}

/** Shorter lists need no sections. */
const worthParts = 8

const favourites: Words = { zh: '收藏', en: 'Favourites' }
const recents: Words = { zh: '最近', en: 'Recent' }
const others: Words = { zh: '其他', en: 'Others' }

/** The scenes to choose from: favourites, recent ones, the others. Each appears once; a short list has no sections. */
export function sceneOptions({ scenes, recent, favourite }: SceneMemory): SceneOption[] {
  const option = (id: number): SceneOption[] => {
    const scene = scenes.get(id)
    return scene ? [{ id, label: scene.name, mode: scene.mode }] : []
  }
  if (scenes.size < worthParts) return [...scenes.keys()].flatMap(option)
  const first = new Set(favourite)
  const second = recent.filter((id) => !first.has(id))
  const rest = [...scenes.keys()].filter((id) => !first.has(id) && !second.includes(id))
  const parts: readonly [Words, readonly number[]][] = [
    [favourites, favourite],
    [recents, second],
    [others, rest],
  ]
  const filled = parts
    .map(([heading, ids]) => [heading, ids.flatMap(option)] as const)
    .filter(([, list]) => list.length)
  if (filled.length === 1) return filled.flatMap(([, list]) => list)
  return filled.flatMap(([heading, list]) => list.map((each, at) => (at === 0 ? { ...each, heading } : each)))
}
