import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { userCalls } from '@belvedere/contract/rooms/notify/user.ts'

type ContactListRow = Out<typeof userCalls.list>['list'][number]
type Added = In<typeof userCalls.add>

export type ContactType = ContactListRow['type']
export type WeekHours = ContactListRow['hours'][number]

/** The alarms that a contact receives, and when: all its fields except the address. */
export type RecipientRule = Pick<
  ContactListRow,
  | 'lang'
  | 'status'
  | 'level'
  | 'scope'
  | 'scene_ids'
  | 'group_ids'
  | 'types'
  | 'recover'
  | 'named_only'
  | 'hours'
  | 'outside_hours'
  | 'override_level'
  | 'time_zone'
  | 'template'
  | 'links'
>

const usual: RecipientRule = {
  lang: 'zh',
  status: 1,
  level: 2,
  scope: 0,
  scene_ids: [],
  group_ids: [],
  types: [],
  recover: 1,
  named_only: 0,
  hours: [],
  outside_hours: 0,
  override_level: 0,
  time_zone: 'Asia/Shanghai',
  template: '',
  links: 0,
}

const keys = Object.keys(usual) as (keyof RecipientRule)[]

/** The rule with the given fields changed; scenes or groups that the scope does not use are dropped. */
export function ruleOf(input: Partial<Added>, before: RecipientRule = usual): RecipientRule {
  const rule = Object.fromEntries(keys.map((key) => [key, input[key] ?? before[key]])) as unknown as RecipientRule
  const unique = (ids: readonly number[], scope: number) =>
    rule.scope === scope ? [...new Set(ids)].sort((a, b) => a - b) : []
  return { ...rule, scene_ids: unique(rule.scene_ids, 1), group_ids: unique(rule.group_ids, 2) }
}

/** The rule of a row. */
export function ruleIn(row: RecipientRule): RecipientRule {
  return Object.fromEntries(keys.map((key) => [key, row[key]])) as unknown as RecipientRule
}
