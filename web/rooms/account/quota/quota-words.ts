import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { quotaCalls } from '@belvedere/contract/rooms/account/quota.ts'
import { say, type Words } from '../../../kit/words/words.ts'

type OwnQuota = Out<typeof quotaCalls.own>
export type QuotaKind = OwnQuota['kinds'][number]
export type Use = OwnQuota['quotas'][number]
export type Team = Out<typeof quotaCalls.teams>['list'][number]

export const MB = 2 ** 20

const behind = {
  count: { zh: '', en: '' },
  bytes: { zh: '（MB）', en: ' (MB)' },
  day: { zh: '（每天）', en: ' a day' },
  minute: { zh: '（每分钟）', en: ' a minute' },
}

/** Name and unit. */
export function nameOf({ zh, en, unit }: QuotaKind): Words {
  const { zh: zhUnit, en: enUnit } = behind[unit]
  return { zh: zh + zhUnit, en: en.charAt(0).toUpperCase() + en.slice(1) + enUnit }
}

export function amountOf(value: number, { unit }: Pick<QuotaKind, 'unit'>): string {
  return (unit === 'bytes' ? Math.round(value / MB) : value).toLocaleString('en-US')
}

export const unlimited = { zh: '不限', en: 'No limit' }

export const limitOf = (most: number | null, kind: Pick<QuotaKind, 'unit'>): string =>
  most === null ? say(unlimited) : amountOf(most, kind)
