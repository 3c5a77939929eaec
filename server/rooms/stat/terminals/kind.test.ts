import { expect, test } from 'vitest'
import { companyOfMac, osOfHints } from './kind.ts'

test.each([
  ['10:00:20:00:00:01', 1],
  ['10:71:00:00:00:01', 2],
  ['18:59:36:00:00:01', 3],
  ['30:84:54:00:00:01', 4],
  ['18:04:03:00:00:01', 5],
  ['10:30:47:00:00:01', 6],
  ['00:11:32:00:00:01', 0],
  // locally administered: chosen by the terminal
  ['da:a1:19:00:00:01', 7],
])('%s is of company %d', (mac, company) => expect(companyOfMac(mac)).toBe(company))

test.each([
  [['MSFT 5.0', 'HUAWEI-P60'], 0, 1],
  [['android-dhcp-14', null], 7, 3],
  [[null, 'MacBook-Pro'], 7, 2],
  [[null, 'iQOO-12'], 0, 3],
  [['udhcp 1.35.0', 'front-door'], 0, 4],
  [[null, null], 1, 2],
  [[null, 'lobby'], 0, 0],
] as const)('%j of company %d runs %d', (hints, company, os) => expect(osOfHints(hints, company)).toBe(os))
