import type { ChannelField } from '../define-notify-channel.ts'

/** The values of an alarm for an approved template, in its order. */
export const noticeParamsField: ChannelField = {
  key: 'notice_params',
  words: { zh: '告警模板变量', en: 'Variables of that template' },
  hint: {
    zh: '逗号分隔：level 级别，title 告警，device 设备，scene 场景，time 时间，count 条数，state 状态',
    en: 'Parted by commas: level, title, device, scene, time, count, state',
  },
  kind: 'text',
  default: 'level,title,device,scene',
  pattern: /^(level|title|device|scene|time|count|state)(,(level|title|device|scene|time|count|state)){0,6}$/,
}

/** The beginning of a text, cut between characters. */
export const cut = (text: string, most: number) =>
  text.length <= most ? text : `${[...text].slice(0, most - 1).join('')}…`
