import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import type { Words } from '../../../kit/words/words.ts'
import type { AlarmContact, ContactProvider } from './contact.ts'

type DraftRule = Pick<
  AlarmContact,
  | 'lang'
  | 'level'
  | 'scope'
  | 'scene_ids'
  | 'group_ids'
  | 'types'
  | 'recover'
  | 'named_only'
  | 'outside_hours'
  | 'override_level'
  | 'time_zone'
  | 'template'
  | 'links'
>

/** The draft of a contact or robot. */
export interface ContactDraft extends DraftRule {
  type: AlarmContact['type']
  name: string
  address: string
  /** Id of a scanned WeChat code. */
  key: string
  provider: string
  settings: Record<string, string>
  limited: boolean
  weekdays: number[]
  from: string
  to: string
}

export type ContactProblems = Partial<Record<'name' | 'address' | 'places' | 'from', Words>>

const here = Intl.DateTimeFormat().resolvedOptions().timeZone

export function draftOf(
  user: AlarmContact | undefined,
  type: AlarmContact['type'],
  language: AlarmContact['lang'],
): ContactDraft {
  const [first] = user?.hours ?? []
  const {
    lang = language,
    level = 2,
    scope = 0,
    scene_ids = [],
    group_ids = [],
    types = [],
    recover = 1,
    named_only = 0,
    outside_hours = 0,
    override_level = 0,
    time_zone = here,
    template = '',
    links = 1,
  } = user ?? {}
  return {
    lang,
    level,
    scope,
    scene_ids,
    group_ids,
    types,
    recover,
    named_only,
    outside_hours,
    override_level,
    time_zone,
    template,
    links,
    type: user?.type ?? type,
    name: user?.name ?? '',
    address: '',
    key: '',
    provider: user?.provider ?? 'dingtalk',
    settings: {},
    limited: first !== undefined,
    weekdays: [...(first?.weekdays ?? [1, 2, 3, 4, 5])],
    from: clockText(first?.minute_from ?? 540),
    to: clockText(first?.minute_to ?? 1080),
  }
}

const clockText = (minute: number) => {
  const at = minute % 1440
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}

/** Minutes after midnight of `09:30`; undefined if invalid. */
export function minuteOf(clock: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(clock) ?? []
  return hours === undefined || Number(hours) > 23 || Number(minutes) > 59
    ? undefined
    : Number(hours) * 60 + Number(minutes)
}

const robot = 3
const wechat = 2

export function problemsOf(draft: ContactDraft, user: AlarmContact | undefined): ContactProblems {
  const { name, type, address, key, scope, scene_ids, group_ids, limited, from, to } = draft
  return {
    ...(!name.trim() && { name: { zh: '请输入名称', en: 'Please enter a name' } }),
    ...(!user && type < wechat && !address.trim() && { address: { zh: '请输入地址', en: 'Please enter the address' } }),
    ...(!user &&
      type === wechat &&
      !key && { address: { zh: '请先用微信扫码', en: 'Scan the code with WeChat first' } }),
    ...(scope === 1 && scene_ids.length === 0 && { places: { zh: '请选择场景', en: 'Choose scenes' } }),
    ...(scope === 2 && group_ids.length === 0 && { places: { zh: '请选择分组', en: 'Choose groups' } }),
    ...(limited &&
      (minuteOf(from) === undefined || minuteOf(to) === undefined) && {
        from: { zh: '请输入时刻', en: 'Enter the times' },
      }),
  }
}

type Input = Omit<In<typeof userCalls.add>, 'type' | 'provider' | 'name'> & { name: string }

/** Input of the call; additional hours, which another program may have set, are kept. */
export function inputOf(draft: ContactDraft, user: AlarmContact | undefined, fields: ContactProvider['fields']): Input {
  const { type, name, address, key, settings, limited, weekdays, from, to, provider: _, ...rule } = draft
  const [minute_from = 0, minute_to = 0] = [minuteOf(from), minuteOf(to)]
  const first = {
    weekdays: weekdays.length === 7 ? [] : [...weekdays].sort((a, b) => a - b),
    minute_from,
    minute_to: minute_to === 0 ? 1440 : minute_to,
  }
  const secrets = new Set(fields.filter(({ kind }) => kind === 'secret').map((field) => field.key))
  // a secret left empty is kept
  const given = Object.fromEntries(
    Object.entries(settings).filter(([field, value]) => value !== '' || !secrets.has(field)),
  )
  return {
    ...rule,
    name: name.trim(),
    hours: limited ? [first, ...(user?.hours.slice(1) ?? [])] : [],
    ...(type === robot && Object.keys(given).length > 0 && { settings: given }),
    ...(type < wechat && address.trim() !== '' && { address: address.trim() }),
    ...(type === wechat && key && { key }),
  }
}
