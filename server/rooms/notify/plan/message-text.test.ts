import { describe, expect, test } from 'vitest'
import { bodyOf, sampleNotice, type IncidentNotice, unknownPlace } from './message-text.ts'

const how = { lang: 'zh' as const, template: '', time_zone: 'Asia/Shanghai', console: 'https://noc.example.com' }
const notice = (part: Partial<IncidentNotice> = {}): IncidentNotice => ({
  ...sampleNotice('zh', Date.parse('2026-11-20T10:02:00+08:00') / 1000),
  alarm_id: 7,
  scene_id: 3,
  incident_id: 5,
  ...part,
})

describe('one incident', () => {
  test('in Chinese', () => {
    const { subject, text, link, tone } = bodyOf([notice()], how)
    expect(subject).toBe('[警告] 设备离线 · 核心交换机')
    expect(text).toContain('场景：总部　时间：11/20 10:02　影响下级设备 12 台')
    expect([link, tone]).toEqual(['https://noc.example.com/maintenance/alert/log?scene=3&expand=7', 'warning'])
  })
  test('in English, ended', () => {
    const { subject, text, tone } = bodyOf(
      [notice({ state: 'recovered', since: 1_795_140_120 - 7384, at: 1_795_140_120, children: 0 })],
      { ...how, lang: 'en' },
    )
    expect(subject).toBe('[Recovered] Device offline · 核心交换机')
    expect(text).toContain('lasted 2 h 3 min')
    expect(tone).toBe('success')
  })
  test('by a template', () =>
    expect(bodyOf([notice()], { ...how, template: '{level}/{title}/{sn}/{link}' }).text).toBe(
      '警告/设备离线/0123456789ab/https://noc.example.com/maintenance/alert/log?scene=3&expand=7',
    ))
})

test('of many the most severe is first, the first twenty are listed and the others counted', () => {
  const many = Array.from({ length: 25 }, (_, at) => notice({ alarm_id: at, level: at === 24 ? 1 : 2 }))
  const { subject, text, template, tone } = bodyOf(many, how)
  expect(subject).toBe('[严重] 设备离线 · 核心交换机 等 25 条')
  expect(text.match(/设备离线/g)).toHaveLength(20)
  expect(text).toMatch(/另有 5 条/)
  expect(template.values).toMatchObject({ count: '25', level: '严重', device: '核心交换机' })
  expect(tone).toBe('danger')
})

test('an unknown variable is found', () => {
  expect(unknownPlace('{title} {nobody}')).toBe('nobody')
  expect(
    unknownPlace(
      '{mark}{state}{level}{title}{text}{device}{sn}{scene}{time}{since}{lasted}{children}{cnt}{more}{link}',
    ),
  ).toBeUndefined()
})
