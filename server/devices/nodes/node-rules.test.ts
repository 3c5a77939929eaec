import { expect, test } from 'vitest'
import { isUnsettled, type KnownNode, missingOf } from './node-rules.ts'

const node = (id: string, roles: string[], more: Partial<KnownNode> = {}): KnownNode => ({
  id,
  name: id,
  roles,
  beats: 1,
  bus: true,
  hung: false,
  lost: false,
  stopped: false,
  ...more,
})
const [api, worker, gateway] = [node('a', ['api']), node('w', ['worker']), node('g', ['gateway'])]

test.each([
  ['all there', [api, worker, gateway], []],
  ['all in one', [node('x', ['api', 'gateway', 'worker'])], []],
  ['the only gateway is lost', [api, worker, { ...gateway, lost: true }], ['gateway']],
  ['the only gateway was stopped', [api, worker, { ...gateway, stopped: true }], ['gateway']],
  ['one of two gateways is lost', [api, worker, gateway, node('h', ['gateway'], { lost: true })], ['node']],
  ['one of two gateways was stopped', [api, worker, gateway, node('h', ['gateway'], { stopped: true })], []],
  ['the only gateway hangs', [api, worker, { ...gateway, hung: true }], ['gateway']],
  ['the gateway of the only process hangs', [node('x', ['api', 'gateway', 'worker'], { hung: true })], ['gateway']],
  ['one of two gateways hangs', [api, worker, gateway, node('h', ['gateway'], { hung: true })], ['node']],
  ['one that hung was stopped', [api, worker, gateway, node('h', ['gateway'], { hung: true, stopped: true })], []],
  ['worker and gateway', [api], ['gateway', 'worker']],
  ['a process does not reach the bus', [api, { ...worker, bus: false }, gateway], ['bus']],
  [
    'a lost process did not reach the bus',
    [api, worker, gateway, node('h', ['gateway'], { lost: true, bus: false })],
    ['node'],
  ],
] as const)('%s', (_, nodes, missing) => {
  expect(missingOf([...nodes])).toEqual(missing)
})

test('nothing is written without an outage', () => {
  expect(isUnsettled([api, worker, gateway], 0)).toBe(false)
  expect(isUnsettled([api, { ...worker, stopped: true }], 0)).toBe(false)
  expect(isUnsettled([api, worker], 1), 'an outage is open').toBe(true)
  expect(isUnsettled([api, { ...worker, lost: true }], 0)).toBe(true)
  expect(isUnsettled([api, { ...gateway, hung: true }], 0)).toBe(true)
  expect(isUnsettled([api, { ...api, id: 'b' }], 0), 'it was started again').toBe(true)
})
