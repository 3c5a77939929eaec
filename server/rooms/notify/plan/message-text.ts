import { type Lang, say, type Words } from '@belvedere/contract/kit/text.ts'
import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import type { Notice, NoticeTone } from '@belvedere/drivers/kit/define-notify-channel.ts'
import type { Incident } from '../../alarm/api.ts'

/** One state of an incident, as sent. */
export interface IncidentNotice {
  incident_id: number
  alarm_id: number
  /** opened, worsened, recovered; again: it still lasts; escalated: nobody has acknowledged it. */
  state: 'opened' | 'worsened' | 'recovered' | 'again' | 'escalated'
  level: 1 | 2 | 3
  type: string
  title: Words
  text: Words
  scene_id: number
  scene_name: string
  device_name: string
  sn: string
  /** Unix seconds: when it began, and of this state. */
  since: number
  at: number
  children: number
  cnt: number
}

/** The content of a notification of an incident. */
export function noticeOf({
  id,
  alarm_id,
  state,
  level,
  type,
  words,
  scene_id,
  scene_name,
  device_name,
  sn,
  since,
  at,
  children,
  cnt,
}: Incident): IncidentNotice {
  return {
    incident_id: id,
    alarm_id,
    state,
    level,
    type,
    ...words,
    scene_id,
    scene_name,
    device_name,
    sn,
    since,
    at,
    children,
    cnt,
  }
}

/** A message without its recipient. */
export type NotificationBody = Omit<Notice, 'target' | 'id' | 'unsubscribe'>

export interface Wording {
  lang: Lang
  /** Template for the text of one incident; '': the default. */
  template: string
  time_zone: string
  /** Address of the console, without a slash at the end. */
  console: string
}

const states: Record<IncidentNotice['state'], Words> = {
  opened: { zh: '发生', en: 'Raised' },
  worsened: { zh: '加重', en: 'Worse' },
  recovered: { zh: '恢复', en: 'Recovered' },
  again: { zh: '仍在持续', en: 'Still there' },
  escalated: { zh: '未处理升级', en: 'Escalated' },
}

/** Maximum number of incidents in a message; the others are counted. */
const MOST_TOLD = 20

/** The text of a message with one incident; among several, each begins with its own title. */
const alone: Words = {
  zh: '{text}\n场景：{scene}　时间：{time}{more}',
  en: '{text}\nScene: {scene}   Time: {time}{more}',
}
const among: Words = {
  zh: `{mark} {title} · {device}\n${alone.zh}`,
  en: `{mark} {title} · {device}\n${alone.en}`,
}

/** Variables of a template. */
const placeNames = [
  'mark',
  'state',
  'level',
  'title',
  'text',
  'device',
  'sn',
  'scene',
  'time',
  'since',
  'lasted',
  'children',
  'cnt',
  'more',
  'link',
] as const

/** The first unknown variable of a template. */
export function unknownPlace(template: string): string | undefined {
  return [...template.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .find((name) => !(placeNames as readonly string[]).includes(name))
}

/** The message about these incidents, at least one, the most severe first. */
export function bodyOf(incidents: readonly IncidentNotice[], settings: Wording): NotificationBody {
  const order = [...incidents].sort((a, b) => weight(a) - weight(b) || a.at - b.at)
  const [first] = order as [IncidentNotice]
  const { lang } = settings
  const usual = order.length === 1 ? alone : among
  const words = settings.template ? { zh: settings.template, en: settings.template } : usual
  const paragraphs = order.slice(0, MOST_TOLD).map((one) => say(words, lang, placesOf(one, settings)))
  const left = order.length - paragraphs.length
  const rest: Words = { zh: `另有 ${left} 条，请在控制台查看`, en: `${left} more in the console` }
  return {
    lang,
    subject: subjectOf(order, lang),
    text: [...paragraphs, ...(left > 0 ? [rest[lang]] : [])].join('\n\n'),
    template: { kind: 'notice', values: valuesOf(first, order.length, settings) },
    tone: toneOf(order),
    link: linkTo(first, settings, order.length),
    data: { incidents: order.slice(0, 200).map((one) => dataOf(one, settings)) },
  }
}

const weight = ({ state, level }: IncidentNotice) => (state === 'recovered' ? 10 : level)

function toneOf([first]: readonly IncidentNotice[]): NoticeTone {
  if (!first || first.state === 'recovered') return 'success'
  return ({ 1: 'danger', 2: 'warning', 3: 'primary' } as const)[first.level]
}

const markOf = ({ state, level }: IncidentNotice, lang: Lang) => {
  if (state === 'recovered') return `[${states.recovered[lang]}]`
  const said = state === 'opened' ? '' : ` · ${states[state][lang]}`
  return `[${alarmLevel.label(level, lang)}${said}]`
}

function subjectOf(order: readonly IncidentNotice[], lang: Lang): string {
  const [first] = order as [IncidentNotice]
  const one = `${markOf(first, lang)} ${first.title[lang]} · ${first.device_name || first.sn}`
  if (order.length === 1) return one
  return `${one} ${{ zh: `等 ${order.length} 条`, en: `and ${order.length - 1} more` }[lang]}`
}

function placesOf(one: IncidentNotice, settings: Wording): Record<string, string> {
  const { lang } = settings
  const lasted = spanText(Math.max(0, one.at - one.since), lang)
  const children: Words = {
    zh: `影响下级设备 ${one.children} 台`,
    en: `${one.children} downstream ${one.children === 1 ? 'device' : 'devices'}`,
  }
  const ended: Words = { zh: `持续 ${lasted}`, en: `lasted ${lasted}` }
  const flapped: Words = { zh: `反复 ${one.cnt} 次`, en: `raised ${one.cnt} ${one.cnt === 1 ? 'time' : 'times'}` }
  const more = [
    ...(one.state === 'recovered' || one.state === 'again' || one.state === 'escalated' ? [ended[lang]] : []),
    ...(one.children > 0 ? [children[lang]] : []),
    ...(one.cnt > 1 ? [flapped[lang]] : []),
  ]
  const space = lang === 'zh' ? '　' : '   '
  return {
    mark: markOf(one, lang),
    state: states[one.state][lang],
    level: alarmLevel.label(one.level, lang),
    title: one.title[lang],
    text: one.text[lang],
    device: one.device_name || one.sn,
    sn: one.sn,
    scene: one.scene_name,
    time: clockText(one.at, settings),
    since: clockText(one.since, settings),
    lasted,
    children: String(one.children),
    cnt: String(one.cnt),
    more: more.map((part) => `${space}${part}`).join(''),
    link: linkTo(one, settings, 1),
  }
}

function valuesOf(one: IncidentNotice, count: number, settings: Wording): Record<string, string> {
  const { level, title, device, scene, time, state } = placesOf(one, settings)
  return {
    level: level ?? '',
    title: title ?? '',
    device: device ?? '',
    scene: scene ?? '',
    time: time ?? '',
    state: state ?? '',
    count: String(count),
  }
}

/** Address of the alarm log of the scene, with the alarm opened when there is only one. */
function linkTo({ alarm_id, scene_id, state }: IncidentNotice, { console }: Wording, count: number): string {
  const query = new URLSearchParams({
    ...(scene_id > 0 && { scene: String(scene_id) }),
    ...(state === 'recovered' && { tab: '1' }),
    ...(count === 1 && alarm_id > 0 && { expand: String(alarm_id) }),
  }).toString()
  return `${console}/maintenance/alert/log${query && `?${query}`}`
}

function dataOf({ title, text, alarm_id, incident_id, ...one }: IncidentNotice, settings: Wording) {
  return { id: incident_id, alarm_id, title: title[settings.lang], text: text[settings.lang], ...one }
}

function clockText(at: number, { lang, time_zone }: Wording): string {
  return new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    timeZone: time_zone,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at * 1000)
}

/** Seconds in the two largest units. */
function spanText(seconds: number, lang: Lang): string {
  const units = [
    [86_400, { zh: '天', en: 'd' }],
    [3600, { zh: '小时', en: 'h' }],
    [60, { zh: '分', en: 'min' }],
    [1, { zh: '秒', en: 's' }],
  ] as const
  const begin = units.findIndex(([size]) => seconds >= size)
  const [first = units[3], second] = units.slice(begin, begin + 2)
  const rest = second ? Math.floor((seconds % first[0]) / second[0]) : 0
  const head = `${Math.floor(seconds / first[0])} ${first[1][lang]}`
  return second && rest > 0 ? `${head} ${rest} ${second[1][lang]}` : head
}

/** An invented incident for tests and previews. */
export function sampleNotice(lang: Lang, now: number): IncidentNotice {
  const words = {
    title: { zh: '设备离线', en: 'Device offline' },
    text: { zh: '这是一条测试消息，收到即表示设置正确', en: 'This is a test: it is set up right' },
  }
  const scene_name = { zh: '总部', en: 'Headquarters' }[lang]
  const device_name = { zh: '核心交换机', en: 'Core switch' }[lang]
  return {
    ...words,
    incident_id: 0,
    alarm_id: 0,
    state: 'opened',
    level: 2,
    type: 'dev_offline',
    scene_id: 0,
    scene_name,
    device_name,
    sn: '0123456789ab',
    since: now,
    at: now,
    children: 12,
    cnt: 1,
  }
}
