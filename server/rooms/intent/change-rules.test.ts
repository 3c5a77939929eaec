import { describe, expect, test } from 'vitest'
import { changesOf, intentsAt, isBelow, pointerOf, withChange } from './change-rules.ts'

const wan = {
  name: 'WAN',
  ipv4: { addressing: 'dynamic' },
  ssids: [{ name: 'a/b', key: 'x' }, { name: 'c' }, { name: 'c', key: '2' }],
}
const lan = { name: 'LAN', ports: ['LAN1'] }
const document = { unit: { name: 'x' }, interfaces: [wan, lan], radios: [{ band: '5G', channel: 36 }] }

describe('differences', () => {
  test('none between equal documents, in any order', () => {
    expect(changesOf(document, { interfaces: [lan, wan], radios: document.radios, unit: { name: 'x' } })).toEqual([])
  })

  test('at the place that differs, found again when entries move', () => {
    const other = {
      ...document,
      unit: {},
      interfaces: [
        { ...lan, ports: ['LAN1', 'LAN2'] },
        { ...wan, ssids: [{ name: 'a/b', key: 'y' }, { name: 'c' }] },
        { name: 'NEW' },
      ],
    }
    const changes = changesOf(document, other)
    expect(changes).toEqual([
      { place: '/unit/name', before: 'x' },
      { place: '/interfaces/name=WAN/ssids/name=a~1b/key', before: 'x', after: 'y' },
      { place: '/interfaces/name=WAN/ssids/name=c;2', before: { name: 'c', key: '2' } },
      { place: '/interfaces/name=LAN/ports', before: ['LAN1'], after: ['LAN1', 'LAN2'] },
      { place: '/interfaces/name=NEW', after: { name: 'NEW' } },
    ])
    expect(changesOf(changes.reduce<unknown>(withChange, document), other)).toEqual([])
  })

  test('places as JSON pointers', () => {
    expect(pointerOf(document, '/interfaces/name=WAN/ssids/name=c;2/key')).toBe('/interfaces/0/ssids/2/key')
    expect(pointerOf(document, '/radios/band=6G')).toBeUndefined()
  })

  test('the intent of a value explains its members', () => {
    const explanation = { '/interfaces/0/ssids/2': ['wireless/c'], '/unit/name': ['system//name'] }
    expect(intentsAt(explanation, '/interfaces/0/ssids/2/key')).toEqual(['wireless/c'])
    expect(intentsAt(explanation, '/interfaces/0')).toEqual([])
  })

  test('a rule includes everything below it', () => {
    expect([isBelow('/a/b', '/a'), isBelow('/a', '/a'), isBelow('/ab', '/a')]).toEqual([true, true, false])
  })
})
