import { expect, test } from 'vitest'
import { draftProblems, foreseen, freshDraft, inputOf, type DivisionDraft } from './division-draft.ts'
import { dividedOf } from './divided.ts'
import { ciscoText, huaweiText, plainText } from './config-text.ts'
import { readBase } from './typed-base.ts'

const draft = (needs: [string, string][], ip = '192.168.1.0', length = 24): DivisionDraft => ({
  ip,
  length,
  needs: needs.map(([name, count], key) => ({ key, name, count })),
})

test('begins with a private network and one empty need, which is not enough', () => {
  expect(draftProblems(freshDraft)?.needs).toMatchObject({
    0: { name: { zh: '请输入内容', en: 'Please enter content' } },
  })
})

test.each([
  ['0', false],
  ['1', true],
  ['9999', true],
  ['10000', false],
  ['1.5', false],
  ['', false],
])('%j hosts: %s', (count, right) => {
  expect(draftProblems(draft([['a', count]])) === undefined).toBe(right)
})

test.each([
  ['', { zh: '请输入内容', en: 'Please enter content' }],
  ['10.0.0', { zh: '不是有效的 IPv4 地址，例如 192.168.1.0', en: 'This is not an IPv4 address, such as 192.168.1.0' }],
])('%j is no network', (ip, words) => {
  expect(draftProblems(draft([['a', '1']], ip))?.ip).toMatchObject(words)
})

test('is sent with a count for each need', () => {
  expect(
    inputOf(
      draft(
        [
          ['a', '100'],
          ['b', '10'],
        ],
        ' 192.168.1.0 ',
      ),
    ),
  ).toEqual({ mode: 0, ip: '192.168.1.0', ip_length: 24, ip_count_0: 100, ip_count_1: 10 })
})

test('predicts the response of the server', () => {
  expect(
    foreseen(
      draft([
        ['a', '200'],
        ['', ''],
      ]),
    ),
  ).toMatchObject({ fits: true, used: 256 })
  expect(
    foreseen(
      draft([
        ['a', '200'],
        ['b', '2'],
      ]),
    ),
  ).toMatchObject({ fits: false, short: 4 })
  expect(foreseen(draft([['a', '']]))).toBeUndefined()
})

const divided = dividedOf(
  draft(
    [
      ['Office 1', '100'],
      ['访客', '10'],
    ],
    '192.168.1.9',
  ),
  {
    subnet_0: '192.168.1.0/25',
    subnet_start_0: '192.168.1.1',
    subnet_end_0: '192.168.1.126',
    subnet_1: '192.168.1.128/28',
    subnet_start_1: '192.168.1.129',
    subnet_end_1: '192.168.1.142',
  },
)

test('counts used, spare and free addresses', () => {
  expect(divided).toMatchObject({ baseText: '192.168.1.0/24', used: 144, waste: 30 })
  expect(divided.free.map(({ size }) => size)).toEqual([16, 32, 64])
})

test('is written as devices take it', () => {
  expect(ciscoText(divided.rows).split('\n').slice(0, 4)).toEqual([
    'ip dhcp pool Office-1',
    ' network 192.168.1.0 255.255.255.128',
    ' default-router 192.168.1.1',
    'exit',
  ])
  expect(huaweiText(divided.rows)).toContain(
    'ip pool subnet-2\n gateway-list 192.168.1.129\n network 192.168.1.128 mask 255.255.255.240\nquit',
  )
  expect(plainText(divided.rows)).toContain('访客\t192.168.1.128/28\t192.168.1.129 - 192.168.1.142')
})

test.each([
  ['10.0.0.0', { ip: '10.0.0.0' }],
  [' 10.0.0.0/8 ', { ip: '10.0.0.0', length: 8 }],
  ['10.0.0.0 255.255.0.0', { ip: '10.0.0.0', length: 16 }],
  ['10.0.0.0/255.255.255.252', { ip: '10.0.0.0', length: 30 }],
  ['10.0.0.0/33', { ip: '10.0.0.0/33' }],
  ['10.0.0.0 255.0.255.0', { ip: '10.0.0.0 255.0.255.0' }],
])('%j is read as %j', (text, wanted) => expect(readBase(text)).toEqual(wanted))
