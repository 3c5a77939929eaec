import { describe, expect, test } from 'vitest'
import { alarmNotice, channelConforms, sendOnce, standInOverHttp } from '../../kit/channel-conformance.ts'
import { channel } from './channel.ts'

const settingsOf = (url: string) => ({
  webhook: `${url}/services/T00000000/B00000000/XXXXXXXX`,
  everyone: 'never',
  proxy: '',
})

describe('slack', () => {
  channelConforms(channel, alarmNotice, ({ url }) => settingsOf(url))

  test('a message arrives with its color, and the name of a device mentions no user', async () => {
    const { delivery, arrived } = await sendOnce(channel, settingsOf, alarmNotice, { body: 'ok' })
    expect(delivery).toEqual({ ok: true, answer: 'ok' })
    const { text, attachments } = JSON.parse(arrived[0]?.body ?? '{}')
    expect(text).toBe(alarmNotice.subject)
    expect(attachments[0].color).toBe('#d1242f')
    const [section, actions] = attachments[0].blocks
    expect(section.text.text).toContain('&lt;@all&gt;')
    const urls = [...(alarmNotice.actions ?? []).map(({ url }) => url), alarmNotice.link]
    expect(actions.elements.map(({ url }: { url: string }) => url)).toEqual(urls)
    expect(section.text.text.length).toBeLessThanOrEqual(3000)
  })

  test('a channel is mentioned when configured', async () => {
    const { arrived } = await sendOnce(channel, (url) => ({ ...settingsOf(url), everyone: 'critical' }), alarmNotice, {
      body: 'ok',
    })
    expect(JSON.parse(arrived[0]?.body ?? '{}').text).toMatch(/^<!channel> /)
  })

  test('a removed webhook is final, a rate limit is not', async () => {
    const gone = await sendOnce(channel, settingsOf, alarmNotice, { status: 404, body: 'no_service' })
    expect(gone.delivery).toEqual({ ok: false, answer: 'HTTP 404 no_service' })
    const provider = await standInOverHttp(() => ({
      status: 429,
      headers: { 'retry-after': '30' },
      body: 'rate_limited',
    }))
    const fast = await channel.send(settingsOf(provider.url), alarmNotice, AbortSignal.timeout(5000))
    await provider.close()
    expect(fast).toEqual({ ok: false, again: true, after: 30, answer: 'HTTP 429 rate_limited' })
  })
})
