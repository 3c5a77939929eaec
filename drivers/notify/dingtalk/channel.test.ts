import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { alarmNotice, type Arrived, channelConforms, sendOnce } from '../../kit/channel-conformance.ts'
import { channel } from './channel.ts'

const secret = 'SEC000000000000000000000'
const settingsOf = (url: string) => ({
  webhook: `${url}/robot/send?access_token=0123456789abcdef`,
  secret,
  keyword: '',
  mobiles: '13800138000',
  everyone: 'critical',
  proxy: '',
})
const ok = { body: JSON.stringify({ errcode: 0, errmsg: 'ok' }) }

/**
 * As the provider documents it: base64 of the HMAC of "timestamp\nsecret" by the secret, at most an hour old.
 */
function isSigned({ url }: Arrived, by: string): boolean {
  const { searchParams } = new URL(url, 'http://provider')
  const at = searchParams.get('timestamp') ?? ''
  const fresh = Math.abs(Date.now() - Number(at)) < 3_600_000 && at.length === 13
  return fresh && searchParams.get('sign') === createHmac('sha256', by).update(`${at}\n${by}`).digest('base64')
}

describe('dingtalk', () => {
  channelConforms(channel, alarmNotice, ({ url }) => settingsOf(url))

  test('a message arrives, signed, and mentions the configured users', async () => {
    const { delivery, arrived } = await sendOnce(channel, settingsOf, alarmNotice, ok)
    expect(delivery).toEqual({ ok: true, answer: 'ok' })
    const [one] = arrived as [Arrived]
    expect(isSigned(one, secret)).toBe(true)
    expect(isSigned(one, 'SEC111111111111111111111')).toBe(false)
    expect(new URL(one.url, 'http://x').searchParams.get('access_token')).toBe('0123456789abcdef')
    const { msgtype, markdown, at } = JSON.parse(one.body)
    expect({ msgtype, at }).toEqual({ msgtype: 'markdown', at: { atMobiles: ['13800138000'], isAtAll: true } })
    expect(markdown.title).toBe(alarmNotice.subject)
    expect(markdown.text).toContain('设备与平台失去连接')
    expect(markdown.text).toContain('@13800138000')
    for (const { words, url } of alarmNotice.actions ?? []) expect(markdown.text).toContain(`[${words}](${url})`)
    expect(markdown.text).toContain(alarmNotice.link)
  })

  test('without a secret there is no signature; a keyword is always included; a notice mentions no user', async () => {
    const plain = (url: string) => ({ ...settingsOf(url), secret: '', keyword: '揽景', mobiles: '' })
    const { arrived } = await sendOnce(channel, plain, { ...alarmNotice, tone: 'primary' }, ok)
    expect(arrived[0]?.url).toBe('/robot/send?access_token=0123456789abcdef')
    const { markdown, at } = JSON.parse(arrived[0]?.body ?? '{}')
    expect(markdown.text).toContain('揽景')
    expect(at).toEqual({ atMobiles: [], isAtAll: false })
  })

  test('a text beyond the provider’s limit is truncated', async () => {
    const { arrived } = await sendOnce(channel, settingsOf, { ...alarmNotice, text: '设备离线'.repeat(20_000) }, ok)
    expect(Buffer.byteLength(arrived[0]?.body ?? '')).toBeLessThan(20_000)
  })

  test.each([
    [200, { errcode: 130101, errmsg: 'send too fast' }, 60],
    [200, { errcode: -1, errmsg: '系统繁忙' }, 5],
    [200, { errcode: 310000, errmsg: 'sign not match' }, undefined],
    [200, 'not JSON', undefined],
  ])('HTTP %i %j: retry after %s', async (status, body, after) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const { delivery } = await sendOnce(channel, settingsOf, alarmNotice, { status, body: text })
    expect(delivery).toMatchObject({
      ok: false,
      answer: expect.stringContaining(typeof body === 'string' ? body : body.errmsg),
    })
    expect([delivery.again, delivery.after]).toEqual([after ? true : undefined, after])
  })
})
