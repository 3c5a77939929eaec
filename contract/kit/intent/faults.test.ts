import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import type { NamedKind } from './define-intent-kind.ts'
import { errorOf, faultsOf, faultWords } from './faults.ts'
import { flag, items, number, numbers, secret, text, texts } from './fields.ts'
import { ipv4Form } from './forms.ts'
import { intentKinds } from './kinds.ts'
import { shapeOf } from './shape-of.ts'

const fields = {
  name: text({ zh: '名称', en: 'Name' }),
  password: secret({ zh: '密码', en: 'Password' }, 8, 16),
  dns: texts({ zh: 'DNS', en: 'DNS' }, { form: ipv4Form, max: 2 }),
  vlans: numbers({ zh: 'VLAN', en: 'VLANs' }, { min: 1, max: 4094 }, { max: 3 }),
  routes: items(
    { zh: '路由', en: 'Routes' },
    {
      via: text(
        { zh: '网关', en: 'Gateway' },
        { form: ipv4Form, max: 15, needed: { when: () => true, says: { zh: '必须填写', en: 'Required' } } },
      ),
      metric: number({ zh: '度量', en: 'Metric' }, 0, 100),
      on: flag({ zh: '启用', en: 'Enabled' }),
    },
    { max: 2, identity: 'via' },
  ),
}
const kind = { name: 'lan', words: { zh: '', en: '' }, order: 1, key: { is: /x/ }, fields } as unknown as NamedKind
const faults = (values: Record<string, unknown>) =>
  faultsOf(kind, values).map((fault) => `${fault.field}: ${faultWords(fault).en}`)

test('each value is checked, entries of lists at their own field', () => {
  expect(faults({ name: 'x', password: true, dns: ['1.1.1.1'], vlans: [7], routes: [{ via: '10.0.0.1' }] })).toEqual([])
  expect(faults({ password: 'short' })).toEqual(['password: It has 8 to 16 characters'])
  expect(faults({ dns: ['1.1.1.1', '1.1.1.2', '1.1.1.3'] })).toEqual(['dns: At most 2'])
  expect(faults({ dns: ['300.1.1.1'] })).toEqual(['dns: Enter an IPv4 address'])
  expect(faults({ vlans: [0] })).toEqual(['vlans: Enter 1 to 4094'])
  expect(faults({ routes: [{ via: '10.0.0.1' }, { metric: 900 }] })).toEqual([
    'routes.1.via: Required',
    'routes.1.metric: Enter a whole number from 0 to 100',
  ])
})

test('the schema of a kind has the bounds of its fields', () => {
  const takes = (values: object) => Check(shapeOf(fields), values)
  expect(takes({ name: 'x', routes: [{ via: '10.0.0.1', metric: 3, on: 1 }] })).toBe(true)
  expect(takes({ routes: [{ via: '10.0.0.1', metric: 300 }] })).toBe(false)
  expect(takes({ routes: [{}, {}, {}] })).toBe(false)
  expect(takes({ vlans: [4095] })).toBe(false)
  expect(takes({ password: 'x' })).toBe(false)
})

test('a kind may refuse with its own error', () => {
  const raw = intentKinds.find(({ name }) => name === 'raw') as NamedKind
  const [fault] = faultsOf(raw, { document: { unit: { 'system-password': '$(reboot)' } } })
  expect(fault && errorOf(fault)?.code).toBe(11261)
  expect(fault && faultWords(fault).en).toContain('/unit/system-password')
})

test('secrets are at the top level of a kind: sealing does not descend into lists', () => {
  const nested = intentKinds.flatMap(({ name, fields: all }) =>
    Object.values(all).flatMap((field) =>
      Object.values(field.fields ?? {}).flatMap(({ type }) => (type === 'secret' ? [name] : [])),
    ),
  )
  expect(nested).toEqual([])
})
