import type { AlarmRaised } from '@belvedere/contract/rooms/alarm/log.ts'
import { describe, expect, test } from 'vitest'
import { mergeNewRows } from './merge-new-rows.ts'

const words = (text: string) => ({ zh: text, en: text })
const raised = (id: number, more: Partial<AlarmRaised> = {}): AlarmRaised => ({
  id,
  type: 'dev_pppoe_error',
  title: words('PPPoE'),
  text: words(`line ${id}`),
  level: 1,
  state: 0,
  lasting: 1,
  scene_id: 4,
  scene_name: 'North',
  device_id: 7,
  device_name: 'R1',
  device_type: 1,
  sn: '0c0000000001',
  cnt: 1,
  first_at: 100,
  last_at: 100,
  ended_at: null,
  ignored_until: null,
  note: '',
  changed_by: '',
  acknowledged_at: null,
  parent_id: null,
  cause_name: '',
  children: 0,
  ...more,
})
const listed = (...ids: number[]) => ({ total: 12, list: ids.map((id) => ({ ...raised(id), title: '', text: '' })) })
const request = { scene_id: 4, state: 0, page: 1, limit: 3 }
const ids = (answer: ReturnType<typeof mergeNewRows>) => answer?.list.map(({ id }) => id)

describe('an alarm that was raised', () => {
  test('is on top of the newest, and counted', () => {
    const answer = mergeNewRows(listed(9, 8, 6), [raised(11)], request)
    expect(ids(answer)).toEqual([11, 9, 8])
    expect(answer).toMatchObject({ total: 13, list: [{ title: 'PPPoE', text: 'line 11' }, {}, {}] })
  })
  test('that came back stays in its place', () => {
    const answer = mergeNewRows(listed(9, 8, 6), [raised(8, { cnt: 2 })], request)
    expect(ids(answer)).toEqual([9, 8, 6])
    expect(answer).toMatchObject({ total: 12, list: [{}, { cnt: 2 }, {}] })
  })
  test('again, or to a graver level, and may be on another page: the server knows the total', () => {
    expect(mergeNewRows(listed(9, 8, 6), [raised(2)], request)).toBeUndefined()
    expect(ids(mergeNewRows({ ...listed(9, 8, 6), total: 3 }, [raised(7)], request))).toEqual([9, 8, 7])
  })
  test.each([
    ['all scenes', { ...request, scene_id: 0 }, true],
    ['its level and type', { ...request, level: '1', type: 'dev_pppoe_error' }, true],
    ['another scene', { ...request, scene_id: 5 }, false],
    ['what is solved', { ...request, state: 1 }, false],
    ['another level', { ...request, level: 2 }, false],
    ['the second page', { ...request, page: 2 }, false],
    ['another order', { ...request, orderby: 'level asc' }, false],
    ['a search', { ...request, search: 'R1' }, false],
    ['a time', { ...request, from: 50 }, false],
    ['what hangs on another alarm', { ...request, parent_id: 3 }, false],
  ])('in a list of %s: known without the server: %s', (_, of, is) => {
    expect(mergeNewRows(listed(9), [raised(11)], of) !== undefined).toBe(is)
  })
})
