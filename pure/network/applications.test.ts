import { expect, test } from 'vitest'
import { applicationOfName, applicationOfPort, applications } from './applications.ts'

test.each([
  ['r3---sn-a5mlrnl.googlevideo.com', 'youtube'],
  ['pan.baidu.com', 'baidu-pan'],
  ['www.baidu.com.', 'baidu'],
  ['work.weixin.qq.com', 'wecom'],
  ['szshort.weixin.QQ.com', 'wechat'],
  ['v.qq.com', 'tencent-video'],
  ['notyoutube.com', undefined],
  ['', undefined],
])('%s is %s', (name, key) => expect(applicationOfName(name)).toBe(key))

test('traffic without a name is classified by its port', () => {
  expect(applicationOfPort('tcp', 993)).toBe('mail')
  expect(applicationOfPort('udp', 443)).toBe('web')
  expect(applicationOfPort('tcp', 40_000)).toBe('other')
})

test('every key, name and port is used once', () => {
  for (const all of [
    applications.map(({ key }) => key),
    applications.flatMap(({ names }) => names),
    applications.flatMap(({ ports = [] }) => ports),
  ])
    expect(new Set(all).size).toBe(all.length)
  for (const { key } of applications) expect(key).toMatch(/^[a-z][a-z0-9-]{0,31}$/)
})
