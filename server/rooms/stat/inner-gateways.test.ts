import { expect, test } from 'vitest'
import { innerGateways } from './inner-gateways.ts'

const gateway = (device_id: number, wan_ip: string | null, lans: string[], scene_id = 1) => ({
  device_id,
  scene_id,
  wan_ip,
  lans,
})

test.each([
  ['behind another', [gateway(1, '203.0.113.9', ['10.0.0.1/16']), gateway(2, '10.0.7.3', ['192.168.1.1/24'])], [2]],
  ['side by side', [gateway(1, '203.0.113.9', ['10.0.0.1/16']), gateway(2, '203.0.114.3', ['10.1.0.1/16'])], []],
  ['of another scene', [gateway(1, '203.0.113.9', ['10.0.0.1/16']), gateway(2, '10.0.7.3', [], 2)], []],
  ['without an address', [gateway(1, null, ['10.0.0.1/16']), gateway(2, null, ['2001:db8::1/64'])], []],
])('a gateway %s', (_, gateways, inner) => expect(innerGateways(gateways)).toEqual(inner))
