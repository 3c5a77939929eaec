import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { configCalls } from '@belvedere/contract/rooms/alarm-type/config.ts'
import type { AlarmField } from '@belvedere/contract/rooms/alarm-type/shapes.ts'
import { say, type Words } from '../../../kit/words/words.ts'

export type ListedSetting = Out<typeof configCalls.get>['list'][number]
export type SettingInput = NonNullable<In<typeof configCalls.set>['list']>[number]
/** Level of the settings; empty: global. */
export type SettingScope = Pick<In<typeof configCalls.get>, 'scene_id' | 'group_id'>

const places: readonly Words[] = [
  { zh: '默认', en: 'Usual' },
  { zh: '全部场景', en: 'All scenes' },
  { zh: '分组', en: 'Group' },
  { zh: '本场景', en: 'This scene' },
]

/** Name of the source of a value: the default, all scenes, a group by its name, this scene. */
export function originText({ origin }: ListedSetting, field: AlarmField): string {
  const { from = 0, name = '' } = origin[field] ?? {}
  const words = places[from] ?? places[0]
  return from === 2 ? `${say({ zh: '分组', en: 'Group' })} ${name}` : words ? say(words) : ''
}

export const isOwn = ({ own }: ListedSetting, field: AlarmField): boolean => own.includes(field)
