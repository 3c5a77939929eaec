import { describe, expect, test } from 'vitest'
import { alarmNotice, type Arrived, channelConforms, standInOverHttp } from '../../kit/channel-conformance.ts'
import { channel } from './channel.ts'

let account = 0
/** A separate account for each test: access tokens are cached by account. */
const settingsOf = (endpoint: string) => ({
  app_id: `wx${String(++account).padStart(16, '0')}`,
  app_secret: '0123456789abcdef0123456789abcdef',
  template: 'template-0001',
  values: 'thing1=title,thing2=device,time3=time',
  endpoint,
})
const notice = { ...alarmNotice, target: 'oABC-openid-1234567890' }

/** The provider: issues access tokens; only the last one is valid. */
async function weixin(answers: object[] = []) {
  const arrived: Arrived[] = []
  let given = 0
  const provider = await standInOverHttp((one) => {
    arrived.push(one)
    if (one.url === '/cgi-bin/stable_token')
      return { body: JSON.stringify({ access_token: `KEY-${++given}`, expires_in: 7200 }) }
    const { searchParams, pathname } = new URL(one.url, 'http://x')
    if (pathname === '/sns/oauth2/access_token')
      return {
        body: JSON.stringify(
          searchParams.get('code') === 'good'
            ? { openid: 'oABC', access_token: 'x' }
            : { errcode: 40029, errmsg: 'invalid code' },
        ),
      }
    return { body: JSON.stringify(answers.shift() ?? { errcode: 0, errmsg: 'ok', msgid: 200228332 }) }
  })
  return { ...provider, arrived, asked: (path: string) => arrived.filter(({ url }) => url.startsWith(path)) }
}

describe('wechat', () => {
  channelConforms(channel, notice, ({ url }) => settingsOf(url))

  test('a message arrives with an access token that is requested once', async () => {
    const provider = await weixin()
    const settings = settingsOf(provider.url)
    const send = () => channel.send(settings, notice, AbortSignal.timeout(5000))
    expect([await send(), await send()]).toEqual([
      { ok: true, answer: 'ok 200228332' },
      { ok: true, answer: 'ok 200228332' },
    ])
    await provider.close()
    expect(provider.asked('/cgi-bin/stable_token')).toHaveLength(1)
    const [one] = provider.asked('/cgi-bin/message/template/send') as [Arrived]
    expect(one.url).toBe('/cgi-bin/message/template/send?access_token=KEY-1')
    expect(JSON.parse(one.body)).toEqual({
      touser: notice.target,
      template_id: 'template-0001',
      url: notice.link,
      client_msg_id: notice.id,
      data: {
        thing1: { value: '设备离线' },
        thing2: { value: '核心交换机-机房一层东侧机柜' },
        time3: { value: '10:02' },
      },
    })
  })

  test('an expired access token is requested again, once', async () => {
    const provider = await weixin([{ errcode: 42001, errmsg: 'access_token expired' }])
    const delivery = await channel.send(settingsOf(provider.url), notice, AbortSignal.timeout(5000))
    await provider.close()
    expect(delivery.ok).toBe(true)
    expect(provider.asked('/cgi-bin/message').map(({ url }) => url.split('=')[1])).toEqual(['KEY-1', 'KEY-2'])
  })

  test.each([
    [{ errcode: 43004, errmsg: 'require subscribe' }, undefined],
    [{ errcode: 45009, errmsg: 'reach max api daily quota limit' }, 600],
  ])('%j: retry after %s', async (said, after) => {
    const provider = await weixin([said])
    const delivery = await channel.send(settingsOf(provider.url), notice, AbortSignal.timeout(5000))
    await provider.close()
    expect([delivery.ok, delivery.after, delivery.answer]).toEqual([false, after, `${said.errcode}: ${said.errmsg}`])
  })

  test('the user who scanned is identified by the returned code', async () => {
    const provider = await weixin()
    const settings = settingsOf(provider.url)
    const { binding } = channel
    const opened = new URL(binding?.url(settings, 'https://noc.example.com/alarm/bind', 'KEY') ?? '')
    expect(Object.fromEntries(opened.searchParams)).toMatchObject({
      appid: settings.app_id,
      redirect_uri: 'https://noc.example.com/alarm/bind',
      state: 'KEY',
    })
    expect(await binding?.whose(settings, 'good', AbortSignal.timeout(5000))).toEqual({ address: 'oABC' })
    expect(await binding?.whose(settings, 'bad', AbortSignal.timeout(5000))).toEqual({ why: '40029: invalid code' })
    await provider.close()
  })
})
