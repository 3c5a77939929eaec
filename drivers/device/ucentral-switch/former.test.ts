import { describe, expect, test } from 'vitest'
import { incompletePorts } from './base-from.ts'
import { completeSwitch } from './former.ts'

const port = (name: string, more: object = {}) => ({
  'select-ports': [name],
  duplex: 'full',
  enabled: true,
  ...more,
})
const vlan = (id: number, more: object = {}) => ({ name: `VLAN${id}`, role: 'upstream', vlan: { id }, ...more })
const all = [{ 'select-ports': ['Ethernet0', 'Ethernet1'], 'vlan-tag': 'un-tagged' }]

describe('the rollback document of a switch that did not report everything', () => {
  const former = {
    ethernet: [port('Ethernet0', { speed: 1000, poe: { 'admin-mode': true } }), port('Ethernet1', { poe: {} })],
    interfaces: [vlan(1, { ethernet: all })],
    metrics: { health: { interval: 60 } },
  }
  const sent = {
    ethernet: [
      port('Ethernet0', { speed: 100, enabled: false, poe: { 'admin-mode': false } }),
      port('Ethernet1', { speed: 10_000, enabled: false, poe: { 'admin-mode': false } }),
      port('Ethernet2', { speed: 10_000 }),
    ],
    interfaces: [vlan(1, { ethernet: [] }), vlan(20, { ethernet: all })],
  }

  test('takes unknown facts from the document that was sent, and nothing else', () => {
    const back = completeSwitch(former, sent)
    expect(incompletePorts(back)).toEqual([])
    expect(back).toEqual({
      ...former,
      ethernet: [
        former.ethernet[0],
        port('Ethernet1', { speed: 10_000, poe: { 'admin-mode': false } }),
        port('Ethernet2', { speed: 10_000 }),
      ],
    })
  })

  test('leaves a complete document as it is', () => {
    const whole = { ...former, ethernet: [former.ethernet[0], port('Ethernet1', { speed: 1000 })] }
    expect(completeSwitch(whole, { ...sent, ethernet: sent.ethernet.slice(0, 2) })).toEqual(whole)
  })

  test('takes the members of VLANs that were never reported, and the prefix of an address', () => {
    expect(completeSwitch({ ...former, interfaces: [vlan(1), vlan(20)] }, sent)['interfaces']).toEqual(sent.interfaces)
    const at = (prefix: string) => ({ ethernet: all, ipv4: { addressing: 'static', subnet: [{ prefix }] } })
    const back = completeSwitch(
      { ...former, interfaces: [vlan(20, at('10.20.0.2'))] },
      { ...sent, interfaces: [vlan(20, { ...at('10.20.0.2/24'), ethernet: [] })] },
    )
    expect(back['interfaces']).toEqual([vlan(20, at('10.20.0.2/24'))])
  })
})
