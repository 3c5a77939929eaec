import { expect, test } from 'vitest'
import { familyBreachesOf, familyNames } from './family-rules.ts'
import { parseSource } from '../source.ts'

const found = (text: string, path = 'server/rooms/device/x.ts') => familyBreachesOf(parseSource(path, text)).length

test('the families and protocols are the folders of the drivers', () =>
  expect([...familyNames]).toEqual(expect.arrayContaining(['linux-agent', 'snmp', 'ucentral', 'ucentral-ap', 'agent'])))

test.each([
  `if (device.family === 'linux-agent') reboot()`,
  `const port = gatewayPortSubject('ucentral')`,
  "const rows = sql`select id from device where family = 'ucentral-ap'`",
  "const rows = sql`select ${id} from device d where d.family in ('snmp') and d.id = ${id}`",
])('refused: %s', (text) => {
  expect(found(text)).toBe(1)
  expect(found(text, 'web/rooms/device/x.tsx')).toBe(1)
  expect(found(text, 'server/rooms/device/x.test.ts')).toBe(0)
  expect(found(text, 'server/gateways/ucentral/x.ts')).toBe(0)
})

test.each([
  `const shipped = (await discoverDrivers()).filter((driver) => driver.shipped)`,
  `const words = { zh: '支持 uCentral', en: 'Speaks uCentral or SNMP; the agent comes along' }`,
  `const type = monitorType.id.snmp`,
  `const path = '/etc/ucentral/operational.ca'`,
])('taken: %s', (text) => expect(found(text)).toBe(0))
