import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { alarmNotice, type Arrived, channelConforms, sendOnce } from '../../kit/channel-conformance.ts'
import { channel } from './channel.ts'

const secret = 'feishu-secret-00'
const settingsOf = (url: string) => ({
  webhook: `${url}/open-apis/bot/v2/hook/0123456789abcdef`,
  secret,
  everyone: 'critical',
  proxy: '',
})
const ok = { body: JSON.stringify({ code: 0, msg: 'success', data: {} }) }

/**
 * As the provider documents it: "timestamp\nsecret" is the key, the message is empty; at most an hour old, in seconds.
 */
function isSigned({ body }: Arrived, by: string): boolean {
  const { timestamp, sign } = JSON.parse(body) as { timestamp: string; sign: string }
  const fresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 3600
  return fresh && sign === createHmac('sha256', `${timestamp}\n${by}`).update('').digest('base64')
}

describe('feishu', () => {
  channelConforms(channel, alarmNotice, ({ url }) => settingsOf(url))

  test('a card arrives, signed', async () => {
    const { delivery, arrived } = await sendOnce(channel, settingsOf, alarmNotice, ok)
    expect(delivery).toEqual({ ok: true, answer: 'success' })
    const [one] = arrived as [Arrived]
    expect(isSigned(one, secret)).toBe(true)
    expect(isSigned(one, 'another-secret-0')).toBe(false)
    const { msg_type, card } = JSON.parse(one.body)
    expect(msg_type).toBe('interactive')
    expect(card.header).toMatchObject({ template: 'red', title: { content: alarmNotice.subject } })
    const [text, action] = card.elements
    expect(text.text.content).toContain('设备与平台失去连接')
    expect(text.text.content).toContain('<at id=all>')
    expect(text.text.content).not.toContain('<@all>')
    const urls = [...(alarmNotice.actions ?? []).map(({ url }) => url), alarmNotice.link]
    expect(action.actions.map(({ url }: { url: string }) => url)).toEqual(urls)
  })

  test('without a secret there is no signature', async () => {
    const { arrived } = await sendOnce(channel, (url) => ({ ...settingsOf(url), secret: '' }), alarmNotice, ok)
    expect(Object.keys(JSON.parse(arrived[0]?.body ?? '{}'))).toEqual(['msg_type', 'card'])
  })

  test.each([
    [{ code: 11232, msg: 'frequency limited' }, 10],
    [{ code: 9499, msg: 'too many request' }, 5],
    [{ code: 9499, msg: 'Bad Request' }, undefined],
    [{ code: 19021, msg: 'sign match fail or timestamp is not within one hour from current time' }, undefined],
  ])('%j: retry after %s', async (body, after) => {
    const { delivery } = await sendOnce(channel, settingsOf, alarmNotice, { body: JSON.stringify(body) })
    expect([delivery.ok, delivery.again, delivery.after]).toEqual([false, after ? true : undefined, after])
    expect(delivery.answer).toBe(`${body.code}: ${body.msg}`)
  })
})
