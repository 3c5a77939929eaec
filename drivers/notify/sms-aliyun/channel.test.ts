import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  alarmNotice,
  type Arrived,
  channelConforms,
  codeNotice,
  sendOnce,
  standInOverHttp,
} from '../../kit/channel-conformance.ts'
import { channel } from './channel.ts'
import { signAliyun } from './sign.ts'

const settingsAt = ({ url }: { url: string }) => ({
  key_id: 'LTAI-test',
  key_secret: 'aliyun-secret',
  sign_name: '揽景网络',
  template: 'SMS_123456789',
  params: 'code',
  endpoint: url,
})

/** The signature over the received request, computed as the provider documents it. */
function isSigned({ method, url, headers, body }: Arrived, secret: string): boolean {
  const [path = '', query = ''] = url.split('?')
  const [, names = '', signature = ''] =
    /SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '') ?? []
  const hash = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
  const canonical =
    `${method}\n${path}\n${query.split('&').sort().join('&')}\n` +
    names
      .split(';')
      .map((name) => `${name}:${String(headers[name]).trim()}\n`)
      .join('') +
    `\n${names}\n${hash(body)}`
  const all = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-acs-'))
  if (!all.every((name) => names.split(';').includes(name)) || headers['x-acs-content-sha256'] !== hash(body))
    return false
  return (
    createHmac('sha256', secret)
      .update(`ACS3-HMAC-SHA256\n${hash(canonical)}`)
      .digest('hex') === signature
  )
}

test('the signature equals that of the provider’s published example', () => {
  const { headers } = signAliyun({
    endpoint: 'https://ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    keyId: 'YourAccessKeyId',
    keySecret: 'YourAccessKeySecret',
    at: Date.UTC(2023, 9, 26, 10, 22, 32),
    nonce: '3156853299f313e23d1673dc12e1703d',
  })
  expect(headers['authorization']).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;' +
      'x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

describe('sms-aliyun', () => {
  channelConforms(channel, codeNotice, settingsAt)

  test('a code arrives, signed', async () => {
    const arrived: Arrived[] = []
    const provider = await standInOverHttp((one) => {
      arrived.push(one)
      return { body: JSON.stringify({ Code: 'OK', Message: 'OK', BizId: '900619746936498440^0', RequestId: 'x' }) }
    })
    const delivery = await channel.send(settingsAt(provider), codeNotice, AbortSignal.timeout(5000))
    await provider.close()
    expect(delivery).toEqual({ ok: true, answer: 'OK 900619746936498440^0' })
    const [one] = arrived as [Arrived]
    expect(isSigned(one, 'aliyun-secret')).toBe(true)
    expect(isSigned(one, 'another-secret')).toBe(false)
    expect(one.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
    expect(Object.fromEntries(new URL(one.url, provider.url).searchParams)).toEqual({
      PhoneNumbers: '13800138000',
      SignName: '揽景网络',
      TemplateCode: 'SMS_123456789',
      TemplateParam: '{"code":"042137"}',
    })
  })

  test('an alarm needs its own template, and is not sent without one', async () => {
    const notice = { ...alarmNotice, target: '+8613800138000' }
    const ok = { body: JSON.stringify({ Code: 'OK', BizId: '1' }) }
    const set = (url: string) => ({
      ...settingsAt({ url }),
      notice_template: 'SMS_2',
      notice_params: 'level,device,count',
    })
    const { arrived } = await sendOnce(channel, set, notice, ok)
    expect(isSigned(arrived[0] as Arrived, 'aliyun-secret')).toBe(true)
    const { searchParams } = new URL(arrived[0]?.url ?? '', 'http://provider')
    expect(searchParams.get('TemplateCode')).toBe('SMS_2')
    expect(JSON.parse(searchParams.get('TemplateParam') ?? '')).toEqual({
      level: '严重',
      device: '核心交换机-机房一层东侧机柜',
      count: '1',
    })
    const none = await sendOnce(channel, (url) => settingsAt({ url }), notice, ok)
    expect(none).toEqual({ delivery: { ok: false, answer: 'no template for this message' }, arrived: [] })
  })

  test.each([
    [200, { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发小时级流控' }, false],
    [400, { Code: 'SignatureDoesNotMatch', Message: 'Specified signature is not matched' }, false],
    [200, { Code: 'isp.SYSTEM_ERROR', Message: '系统错误' }, true],
    [400, { Code: 'Throttling.User', Message: 'Request was denied' }, true],
    [503, { Code: 'ServiceUnavailable', Message: 'busy' }, true],
    [200, 'not JSON', false],
  ])('HTTP %i %j: retry %s', async (status, body, again) => {
    const provider = await standInOverHttp(() => ({
      status,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }))
    const delivery = await channel.send(settingsAt(provider), codeNotice, AbortSignal.timeout(5000))
    await provider.close()
    expect(delivery.ok).toBe(false)
    expect(delivery.again ?? false).toBe(again)
    expect(delivery.answer).toContain(typeof body === 'string' ? body : body.Message)
  })

  test('a response without an end is cut off', async () => {
    const provider = await standInOverHttp(() => ({ body: 'x'.repeat(5_000_000) }))
    const delivery = await channel.send(settingsAt(provider), codeNotice, AbortSignal.timeout(5000))
    await provider.close()
    expect(delivery.answer.length).toBeLessThan(70_000)
  })
})
