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
import { signTencent } from './sign.ts'

const settingsAt = ({ url }: { url: string }) => ({
  secret_id: 'AKID-test',
  secret_key: 'tencent-secret',
  app_id: '1400006666',
  sign_name: '揽景网络',
  template: '1234567',
  params: 'code,minutes',
  region: 'ap-guangzhou',
  endpoint: url,
})

/** The signature over the received request, computed as the provider documents it. */
function isSigned({ method, url, headers, body }: Arrived, secret: string): boolean {
  const parts =
    /Credential=[^/]+\/(\d{4}-\d\d-\d\d)\/sms\/tc3_request, SignedHeaders=([a-z;-]+), Signature=([0-9a-f]{64})$/
  const [, day = '', names = '', signature = ''] = parts.exec(headers.authorization ?? '') ?? []
  const at = String(headers['x-tc-timestamp'])
  const sum = createHash('sha256').update(body, 'utf8').digest('hex')
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim().toLowerCase()}\n`)
  const canonical = `${method}\n${url}\n\n${lines.join('')}\n${names}\n${sum}`
  const text = `TC3-HMAC-SHA256\n${at}\n${day}/sms/tc3_request\n${createHash('sha256').update(canonical, 'utf8').digest('hex')}`
  let key: Buffer = Buffer.from(`TC3${secret}`)
  for (const part of [day, 'sms', 'tc3_request']) key = createHmac('sha256', key).update(part).digest()
  const fresh = new Date(Number(at) * 1000).toISOString().startsWith(day)
  return fresh && createHmac('sha256', key).update(text).digest('hex') === signature
}

test('the signature equals that of the provider’s published example', () => {
  const { headers } = signTencent({
    endpoint: 'https://cvm.tencentcloudapi.com',
    service: 'cvm',
    action: 'DescribeInstances',
    version: '2017-03-12',
    region: 'ap-guangzhou',
    body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
    secretId: `AKID${'*'.repeat(32)}`,
    secretKey: '*'.repeat(32),
    at: 1_551_113_065,
  })
  expect(headers['authorization']).toMatch(
    /Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f$/,
  )
})

describe('sms-tencent', () => {
  channelConforms(channel, codeNotice, settingsAt)

  test('a code arrives, signed', async () => {
    const arrived: Arrived[] = []
    const provider = await standInOverHttp((one) => {
      arrived.push(one)
      const status = { SerialNo: '5000:1045710669157053657849499619', Fee: 1, Code: 'Ok', Message: 'send success' }
      return { body: JSON.stringify({ Response: { SendStatusSet: [status], RequestId: 'x' } }) }
    })
    const delivery = await channel.send(settingsAt(provider), codeNotice, AbortSignal.timeout(5000))
    await provider.close()
    expect(delivery).toEqual({ ok: true, answer: 'Ok 5000:1045710669157053657849499619' })
    const [one] = arrived as [Arrived]
    expect(isSigned(one, 'tencent-secret')).toBe(true)
    expect(isSigned(one, 'another-secret')).toBe(false)
    expect(one.headers).toMatchObject({
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': 'ap-guangzhou',
    })
    expect(JSON.parse(one.body)).toEqual({
      PhoneNumberSet: ['+8613800138000'],
      SmsSdkAppId: '1400006666',
      SignName: '揽景网络',
      TemplateId: '1234567',
      TemplateParamSet: ['042137', '10'],
    })
  })

  test('an alarm uses its own template, with values truncated to the limit of a variable', async () => {
    const notice = { ...alarmNotice, target: '+8613800138000' }
    const ok = { body: JSON.stringify({ Response: { SendStatusSet: [{ Code: 'Ok', SerialNo: '1' }] } }) }
    const set = (url: string) => ({
      ...settingsAt({ url }),
      notice_template: '77',
      notice_params: 'level,device,count',
    })
    const { arrived } = await sendOnce(channel, set, notice, ok)
    expect(isSigned(arrived[0] as Arrived, 'tencent-secret')).toBe(true)
    const body = JSON.parse(arrived[0]?.body ?? '{}')
    expect(body).toMatchObject({ TemplateId: '77', TemplateParamSet: ['严重', '核心交换机-机房一层东…', '1'] })
    const none = await sendOnce(channel, (url) => settingsAt({ url }), notice, ok)
    expect(none).toEqual({ delivery: { ok: false, answer: 'no template for this message' }, arrived: [] })
  })

  const status = (Code: string) => ({ SendStatusSet: [{ Code, Message: 'why' }] })
  const error = (Code: string) => ({ Error: { Code, Message: 'why' } })
  test.each([
    [status('FailedOperation.SignatureIncorrectOrUnapproved'), false],
    [status('LimitExceeded.PhoneNumberDailyLimit'), false],
    [error('AuthFailure.SignatureFailure'), false],
    [error('RequestLimitExceeded'), true],
    [error('InternalError'), true],
    [{}, false],
  ])('%j: retry %s', async (Response, again) => {
    const provider = await standInOverHttp(() => ({ body: JSON.stringify({ Response }) }))
    const delivery = await channel.send(settingsAt(provider), codeNotice, AbortSignal.timeout(5000))
    await provider.close()
    expect(delivery.ok).toBe(false)
    expect(delivery.again ?? false).toBe(again)
  })
})
