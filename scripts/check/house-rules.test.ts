import { describe, expect, test } from 'vitest'
import { addressBreachesOf, breachesIn, nameBreachesOf, wordBreachesOf } from './house-rules.ts'
import { parseSource } from './source.ts'

const found = (path: string, text: string) => breachesIn(parseSource(path, text)).map(({ text }) => text)

test.each([
  'web/ui/index.ts',
  'server/rooms/device/utils.ts',
  'pure/helpers.ts',
  'server/kernel/common/rate.ts',
  'web/ui/DataTable.tsx',
  'web/kit/use_call.ts',
])('%s is no name', (path) => expect(nameBreachesOf([path])).toHaveLength(1))

test('names that tools expect and recordings stay as they are', () => {
  expect(
    nameBreachesOf([
      'web/index.html',
      'README.md',
      '.ci/run',
      'drivers/device/x/recordings/CIG_WF196.json',
      'agent/query/services.ts',
    ]),
  ).toEqual([])
})

test('SQL stands only in stores', () => {
  const text = `import sql from 'sql-template-tag'`
  expect(found('server/rooms/device/device.ts', text)).toEqual([expect.stringMatching(/only store.ts/)])
  expect(found('server/rooms/device/store.ts', text)).toEqual([])
  expect(found('server/rooms/device/device.ts', `import type { Sql } from 'sql-template-tag'`)).toEqual([])
})

describe('the console sends requests to the server from one file', () => {
  test.each([
    `fetch('/x')`,
    `void window.fetch('/x')`,
    `new EventSource('/x')`,
    `new XMLHttpRequest()`,
    `navigator.sendBeacon('/x')`,
  ])('%s', (text) => {
    expect(found('web/rooms/device/ap/view.tsx', text)).toEqual([
      expect.stringMatching(/only web\/kit\/calls\/call.ts/),
    ])
    expect(found('web/kit/calls/call.ts', text)).toEqual([])
  })

  test('methods with similar names are accepted', () => {
    expect(found('web/kit/live/live.ts', `query.fetch(); refetch()`)).toEqual([])
  })
})

test('rooms open no sockets', () => {
  expect(found('server/rooms/device/device.ts', `import { connect } from 'node:tls'`)).toEqual([
    expect.stringMatching(/only gateways/),
  ])
})

describe('words in pairs', () => {
  test.each([
    `const title = '设备'`,
    `const title = { zh: '设备' }`,
    `const title = { cn: '设备', en: 'Devices' }`,
    `const view = <p>设备</p>`,
    `const view = <p>Devices are here</p>`,
    `const view = <input placeholder="Search" />`,
    'const title = `${count} 台设备`',
  ])('%s', (text) => {
    expect(found('web/rooms/device/ap/view.tsx', text)).toHaveLength(1)
  })

  test.each([
    `const title = { zh: '设备', en: 'Devices' }`,
    'const title = { zh: `${name} 的设备`, en: `Devices of ${name}` }',
    `const title = { zh: many ? '多台' : '一台', en: many ? 'many' : 'one' }`,
    `const title = (count) => ({ zh: '共 ' + count + ' 台', en: count + ' devices' })`,
    `const label = lang === 'zh' ? '切换到英文' : 'Switch to Chinese'`,
    `throw new Error('证书已过期 / the certificate has expired')`,
    `tell('正在安装', 'installing')`,
    `const view = <p>{say(title)} · 5 GHz · Mbit/s · IPv6</p>`,
    `const separator = '；'`,
    `// 注释`,
    `const city = '杭州' // one language: a name of a place`,
    `// one language: a name of a place\nconst city = '杭州'`,
  ])('%s', (text) => {
    expect(found('web/rooms/device/ap/view.tsx', text)).toEqual([])
  })
})

test('a call belongs to the room that has the longest prefix of its address', () => {
  const stated = (room: string, ...prefixes: string[]) => ({
    room,
    file: `contract/rooms/${room}/addresses.ts`,
    prefixes,
  })
  const at = (address: string, room: string, ...more: ReturnType<typeof stated>[]) =>
    addressBreachesOf([{ at: address, file: `contract/rooms/${room}/x.ts` }], more).map(({ text }) => text)
  const task = stated('task', 'device/command')
  const remote = stated('remote', 'device/command/remote')
  expect(at('GET device/all', 'device')).toEqual([])
  expect(at('POST device/command/reboot', 'task', task)).toEqual([])
  expect(
    addressBreachesOf([{ at: 'POST device/command/remote/close', file: 'contract/rooms/remote/x.ts' }], [remote]),
  ).toEqual([])
  expect(at('GET device/all', 'scene')).toEqual(['states GET device/all, which belongs to the room device'])
  expect(at('POST device/command/reboot', 'device', task)).toContain(
    'states POST device/command/reboot, which belongs to the room task',
  )
  const both = [
    { at: 'POST device/command/reboot', file: 'contract/rooms/task/x.ts' },
    { at: 'POST device/command/remote', file: 'contract/rooms/task/x.ts' },
  ]
  expect(addressBreachesOf(both, [task, remote]).map(({ text }) => text)).toEqual([
    'states POST device/command/remote, which belongs to the room remote',
    'has the prefix device/command/remote, under which the room states no call',
  ])
  expect(at('GET device/commands', 'device', task)).toEqual([
    'has the prefix device/command, under which the room states no call',
  ])
  expect(at('POST device/command/reboot', 'task', task, stated('task', 'device/command'))).toEqual([
    'has the prefix device/command, which another room has',
  ])
})

test('unfinished work and paths of one machine are reported with their line', () => {
  expect(wordBreachesOf('a.ts', 'one\n// TODO later')).toEqual([
    { path: 'a.ts', line: 2, text: 'unfinished work: TODO' },
  ])
  expect(wordBreachesOf('a.md', 'see /home/somebody/notes')).toHaveLength(1)
  expect(wordBreachesOf('a.ts', '/** SPEC section 9. */')).toHaveLength(1)
  expect(wordBreachesOf('a.md', 'GET /api/v1/home/index and docs/home/x/y')).toEqual([])
})
