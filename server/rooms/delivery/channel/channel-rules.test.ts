import { expect, test } from 'vitest'
import type { ChannelField } from '@belvedere/drivers/kit/define-notify-channel.ts'
import { againFaults, mergeSettings, settingFaults, settingsOfUrl } from '../../delivery/channel/channel-rules.ts'

const words = { zh: '', en: '' }
const fields: ChannelField[] = [
  { key: 'host', words, kind: 'text', required: true, pattern: /^[a-z.]+$/ },
  { key: 'password', words, kind: 'secret' },
  { key: 'security', words, kind: 'choice', default: 'tls', options: [{ id: 'tls', ...words }] },
]

test('given values come before stored ones, and those before the default', () => {
  expect(mergeSettings(fields, { host: 'a', password: 'kept' }, { host: ' b ', other: 'x' })).toEqual({
    host: 'b',
    password: 'kept',
    security: 'tls',
  })
  expect(mergeSettings(fields, { password: 'kept' }, { password: '' })['password']).toBe('')
})

const placed: ChannelField[] = [
  { key: 'webhook', words, kind: 'secret', required: true, place: true },
  { key: 'authorization', words, kind: 'secret' },
  { key: 'proxy', words, kind: 'text', place: true },
]
const kept = { webhook: 'https://a.test/in?t=1', authorization: 'Bearer x', proxy: '' }

test.each([
  ['nothing', {}, [], 'Bearer x'],
  ['the path', { webhook: 'https://A.test:443/other' }, [], 'Bearer x'],
  ['the host', { webhook: 'https://b.test/in?t=1' }, ['authorization'], ''],
  ['the scheme', { webhook: 'http://a.test/in?t=1' }, ['authorization'], ''],
  ['the port', { webhook: 'https://a.test:8443/in?t=1' }, ['authorization'], ''],
  ['the host, and the secret again', { webhook: 'https://b.test/', authorization: 'Bearer y' }, [], 'Bearer y'],
  ['the host, and the secret taken away', { webhook: 'https://b.test/', authorization: '' }, [], ''],
  ['the way there', { proxy: 'http://proxy.test:3128' }, ['webhook', 'authorization'], ''],
])('another destination gets no former secret: %s', (_, given, again, sent) => {
  expect(Object.keys(againFaults(placed, kept, given, 'en'))).toEqual(again)
  expect(mergeSettings(placed, kept, given)['authorization']).toBe(sent)
})

test.each([
  [{ host: 'mail.test', security: 'tls' }, true, []],
  [{ host: '', security: 'tls' }, true, ['host']],
  [{ host: '', security: 'tls' }, false, []],
  [{ host: 'MAIL', security: 'ssl' }, false, ['host', 'security']],
])('%j, whole %s: wrong %j', (settings, whole, wanted) => {
  expect(Object.keys(settingFaults(fields, settings, whole, 'zh'))).toEqual(wanted)
})

test.each([
  [
    'smtps://noc%40example.com:p%40ss@mail.test?from=noc@example.com',
    {
      host: 'mail.test',
      port: '465',
      security: 'tls',
      user: 'noc@example.com',
      password: 'p@ss',
      from: 'noc@example.com',
    },
  ],
  [
    'smtp://mail.test?from=a@b.c',
    { host: 'mail.test', port: '587', security: 'starttls', user: '', password: '', from: 'a@b.c' },
  ],
  [
    'smtp://127.0.0.1:25?from=a@b.c&security=none',
    { host: '127.0.0.1', port: '25', security: 'none', user: '', password: '', from: 'a@b.c' },
  ],
  ['smtps://', undefined],
])('%s', (url, wanted) => {
  expect(settingsOfUrl(url)).toEqual(wanted)
})
