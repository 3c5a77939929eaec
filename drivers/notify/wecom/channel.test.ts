import { describe, expect, test } from 'vitest'
import { alarmNotice, channelConforms, sendOnce } from '../../kit/channel-conformance.ts'
import { channel } from './channel.ts'

const settingsOf = (url: string) => ({
  webhook: `${url}/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa`,
  mobiles: '',
  everyone: 'never',
  proxy: '',
})
const ok = { body: JSON.stringify({ errcode: 0, errmsg: 'ok' }) }

describe('wecom', () => {
  channelConforms(channel, alarmNotice, ({ url }) => settingsOf(url))

  test('a message arrives as markdown, with the key; the name of a device mentions no user', async () => {
    const { delivery, arrived } = await sendOnce(channel, settingsOf, alarmNotice, ok)
    expect(delivery).toEqual({ ok: true, answer: 'ok' })
    expect(arrived[0]?.url).toBe('/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa')
    const { msgtype, markdown } = JSON.parse(arrived[0]?.body ?? '{}')
    expect(msgtype).toBe('markdown')
    expect(markdown.content).toContain('设备离线')
    for (const { words, url } of alarmNotice.actions ?? []) expect(markdown.content).toContain(`[${words}](${url})`)
    expect(markdown.content).toContain(alarmNotice.link)
    expect(markdown.content).not.toContain('<@all>')
  })

  test('mentioned users require plain text', async () => {
    const calling = (url: string) => ({ ...settingsOf(url), mobiles: '13800138000, 13900139000', everyone: 'critical' })
    const { arrived } = await sendOnce(channel, calling, alarmNotice, ok)
    const { msgtype, text } = JSON.parse(arrived[0]?.body ?? '{}')
    expect(msgtype).toBe('text')
    expect(text.mentioned_mobile_list).toEqual(['13800138000', '13900139000', '@all'])
  })

  test.each([
    [{ everyone: 'never' }, 4096],
    [{ everyone: 'always' }, 2048],
  ])('%j: at most %i bytes', async (part, most) => {
    const long = { ...alarmNotice, text: '设备离线'.repeat(5000) }
    const { arrived } = await sendOnce(channel, (url) => ({ ...settingsOf(url), ...part }), long, ok)
    const { markdown, text } = JSON.parse(arrived[0]?.body ?? '{}')
    expect(Buffer.byteLength((markdown ?? text).content)).toBeLessThanOrEqual(most)
  })

  test.each([
    [{ errcode: 45009, errmsg: 'api freq out of limit' }, 60],
    [{ errcode: 93000, errmsg: 'invalid webhook url' }, undefined],
  ])('%j: retry after %s', async (body, after) => {
    const { delivery } = await sendOnce(channel, settingsOf, alarmNotice, { body: JSON.stringify(body) })
    expect([delivery.ok, delivery.again, delivery.after]).toEqual([false, after ? true : undefined, after])
    expect(delivery.answer).toBe(`${body.errcode}: ${body.errmsg}`)
  })
})
