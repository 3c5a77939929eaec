import { expect, test } from 'vitest'
import type { ChannelField } from '@belvedere/drivers/kit/define-notify-channel.ts'
import { mergeSettings, settingFaults, settingsOfUrl } from './channel-rules.ts'

const words = { zh: '', en: '' }
const fields: ChannelField[] = [
  { key: 'host', words, kind: 'text', required: true, pattern: /^[a-z.]+$/ },
  { key: 'password', words, kind: 'secret' },
  { key: 'security', words, kind: 'choice', default: 'tls', options: [{ id: 'tls', ...words }] },
]

test('what is given counts before what is kept, and that before the default', () => {
  expect(mergeSettings(fields, { host: 'a', password: 'kept' }, { host: ' b ', other: 'x' })).toEqual({
    host: 'b',
    password: 'kept',
    security: 'tls',
  })
  expect(mergeSettings(fields, { password: 'kept' }, { password: '' })['password']).toBe('')
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
