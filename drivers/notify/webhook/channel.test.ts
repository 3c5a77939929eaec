import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { alarmNotice, type Arrived, channelConforms, sendOnce } from '../../kit/channel-conformance.ts'
import { channel } from './channel.ts'
import { signWebhook } from './sign.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const settingsOf = (url: string) => ({
  webhook: `${url}/alarms?from=belvedere`,
  secret,
  authorization: 'Bearer very-private',
  proxy: '',
})

test('the signature equals that of the published Standard Webhooks example', () => {
  const headers = signWebhook(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

function isSigned({ headers, body }: Arrived, by: string): boolean {
  const [id, at] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])]
  const key = Buffer.from(by.replace('whsec_', ''), 'base64')
  const right = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
  return Math.abs(Date.now() / 1000 - Number(at)) < 300 && headers['webhook-signature'] === right
}

describe('webhook', () => {
  channelConforms(channel, alarmNotice, ({ url }) => settingsOf(url))

  test('an alarm arrives as data, signed, with the id of the message', async () => {
    const { delivery, arrived } = await sendOnce(channel, settingsOf, alarmNotice, {
      status: 202,
      body: '{"queued":1}',
    })
    expect(delivery).toEqual({ ok: true, answer: 'HTTP 202 {"queued":1}' })
    const [one] = arrived as [Arrived]
    expect(isSigned(one, secret)).toBe(true)
    expect(isSigned(one, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).toBe(false)
    expect(one).toMatchObject({ method: 'POST', url: '/alarms?from=belvedere' })
    expect(one.headers).toMatchObject({
      'idempotency-key': alarmNotice.id,
      'webhook-id': alarmNotice.id,
      authorization: 'Bearer very-private',
    })
    expect(JSON.parse(one.body)).toMatchObject({
      id: alarmNotice.id,
      tone: 'danger',
      incidents: [{ id: 7, type: 'dev_offline' }],
    })
  })

  test('a retry has the id of the first attempt', async () => {
    const first = await sendOnce(channel, settingsOf, alarmNotice, { status: 503, body: 'busy' })
    const second = await sendOnce(channel, settingsOf, alarmNotice, { body: '' })
    expect(first.delivery).toMatchObject({ ok: false, again: true })
    expect(second.arrived[0]?.headers['webhook-id']).toBe(first.arrived[0]?.headers['webhook-id'])
  })

  test.each([
    [301, undefined],
    [404, undefined],
    [408, true],
    [500, true],
  ])('HTTP %i: retry %s', async (status, again) => {
    const { delivery, arrived } = await sendOnce(channel, settingsOf, alarmNotice, { status, body: 'why' })
    expect([delivery.ok, delivery.again, arrived.length]).toEqual([false, again, 1])
    expect(delivery.answer).toBe(`HTTP ${status} why`)
  })
})
