import { nodeRole, outageKind } from '@belvedere/contract/rooms/node/enums.ts'
import { say, type Lang } from '@belvedere/contract/kit/text.ts'
import type { NodeOutage } from './store.ts'

export interface OutageMail {
  subject: string
  text: string
}

const words = {
  lost: { zh: '系统告警：{what}中断', en: 'System alarm: {what} lost' },
  back: { zh: '系统恢复：{what}已恢复', en: 'System recovered: {what} is back' },
  several: { zh: '系统告警：{count} 项中断或恢复', en: 'System alarms: {count} lost or back' },
  began: { zh: '{at} 起中断：{what}', en: 'Lost since {at}: {what}' },
  ended: { zh: '{at} 恢复：{what}（中断 {seconds} 秒）', en: 'Restored at {at}: {what} (down for {seconds} s)' },
  more: { zh: '详情：{link}', en: 'Details: {link}' },
}

/** The text about outages that began or ended, for an administrator of the installation. */
export function outageMail(list: readonly NodeOutage[], link: string, lang: Lang): OutageMail {
  const [one] = list
  const subject =
    list.length === 1 && one
      ? say(one.ended_at === null ? words.lost : words.back, lang, { what: nameOf(one, lang) })
      : say(words.several, lang, { count: list.length })
  const lines = list.map((outage) => lineOf(outage, lang))
  return { subject, text: [...lines, '', say(words.more, lang, { link })].join('\n') }
}

function lineOf(outage: NodeOutage, lang: Lang): string {
  const { began_at, ended_at } = outage
  const what = nameOf(outage, lang)
  if (ended_at === null) return say(words.began, lang, { at: timeOf(began_at), what })
  return say(words.ended, lang, { at: timeOf(ended_at), what, seconds: Math.max(0, ended_at - began_at) })
}

function nameOf({ kind, name, roles }: NodeOutage, lang: Lang): string {
  const kindName = outageKind.label(kind, lang)
  if (kind !== outageKind.id.node) return kindName
  const does = roles.map((role) => nodeRole.label(role, lang)).join(lang === 'zh' ? '、' : ', ')
  return lang === 'zh' ? `${kindName} ${name}（${does}）` : `${kindName} ${name} (${does})`
}

const timeOf = (at: number) => `${new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
