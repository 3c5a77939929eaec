import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { silenceCalls } from '@belvedere/contract/rooms/alarm/silence.ts'
import { dayOf, everyDay } from '../../alarm-type/api.tsx'

export type ListedSilence = Out<typeof silenceCalls.list>['list'][number]

export const wheres = [
  { id: 'scene', zh: '本场景', en: 'This scene' },
  { id: 'device', zh: '一台设备', en: 'One device' },
  { id: 'group', zh: '场景分组', en: 'A group of scenes' },
  { id: 'all', zh: '全部场景', en: 'All scenes' },
] as const
type SilenceScope = (typeof wheres)[number]['id']

const HOUR = 3600

/** `2026-11-21T15:30` in local time, as the native field requires. */
function fieldText(at: number): string {
  const local = new Date(at * 1000 - new Date(at * 1000).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
const secondsOf = (text: string): number => Math.floor(new Date(text).getTime() / 1000)

export type SilenceDraft = ReturnType<typeof silenceDraftOf>

/** The draft of a silence; undefined: a new one for two hours from now. */
export function silenceDraftOf(silence: ListedSilence | undefined) {
  const now = Math.floor(Date.now() / 1000)
  const from = silence?.from_at ?? now
  const where: SilenceScope = !silence
    ? 'scene'
    : silence.device_id
      ? 'device'
      : silence.group_id
        ? 'group'
        : silence.scene_id
          ? 'scene'
          : 'all'
  return {
    name: silence?.name ?? '',
    kind: silence?.kind ?? (1 as const),
    where,
    group_id: silence?.group_id ?? 0,
    device_id: silence?.device_id ?? 0,
    below: silence ? silence.below === 1 : true,
    type: silence?.type ?? '',
    from: fieldText(from),
    ends: silence ? silence.to_at !== null : true,
    to: fieldText(silence?.to_at ?? from + 2 * HOUR),
    weekdays: silence?.weekdays.length ? silence.weekdays.map(dayOf) : [...everyDay],
    daily: silence ? silence.minute_from !== null : false,
    minute_from: silence?.minute_from ?? 120,
    minute_to: silence?.minute_to ?? 300,
  }
}

export const endsBefore = ({ ends, from, to }: SilenceDraft): boolean => ends && secondsOf(to) <= secondsOf(from)

/** True if it has objects and ends after it starts. */
export function isComplete(draft: SilenceDraft): boolean {
  const missing = draft.where === 'group' ? !draft.group_id : draft.where === 'device' ? !draft.device_id : false
  return draft.name.trim() !== '' && !endsBefore(draft) && !missing
}

/** As input of the calls; `scene_id`: scene of the page. */
export function silenceInputOf(draft: SilenceDraft, silence: ListedSilence | undefined, scene_id: number) {
  const { where } = draft
  return {
    kind: draft.kind,
    name: draft.name.trim(),
    scene_id: where === 'scene' || where === 'device' ? silence?.scene_id || scene_id : 0,
    group_id: where === 'group' ? draft.group_id : 0,
    device_id: where === 'device' ? draft.device_id : 0,
    below: where === 'device' && draft.below ? (1 as const) : (0 as const),
    type: draft.type,
    key: silence?.type === draft.type ? silence.key : '',
    from_at: secondsOf(draft.from),
    to_at: draft.ends ? secondsOf(draft.to) : null,
    weekdays: draft.weekdays.length === 7 ? [] : draft.weekdays.map(Number),
    minute_from: draft.daily ? draft.minute_from : null,
    minute_to: draft.daily ? draft.minute_to : null,
  }
}
