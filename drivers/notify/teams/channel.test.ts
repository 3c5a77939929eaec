import { describe, expect, test } from 'vitest'
import { alarmNotice, channelConforms, sendOnce, standInOverHttp } from '../../kit/channel-conformance.ts'
import { channel } from './channel.ts'

const signature = 'api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=Zk3_9-aB7wQ2yX0'
const settingsOf = (url: string) => ({
  webhook: `${url}/workflows/0f1e2d3c4b5a69788796a5b4c3d2e1f0/triggers/manual/paths/invoke?${signature}`,
  proxy: '',
})

describe('teams', () => {
  channelConforms(channel, alarmNotice, ({ url }) => settingsOf(url))

  test('a card arrives with its color, and its text has no markup', async () => {
    const named = { ...alarmNotice, text: `${alarmNotice.text}\n[click](https://evil.example) **now**` }
    const { delivery, arrived } = await sendOnce(channel, settingsOf, named, { status: 202, body: '' })
    expect(delivery).toEqual({ ok: true, answer: 'HTTP 202' })
    expect(arrived[0]?.url).toContain(signature)
    const { type, attachments } = JSON.parse(arrived[0]?.body ?? '{}')
    expect(type).toBe('message')
    expect(attachments[0].contentType).toBe('application/vnd.microsoft.card.adaptive')
    const { body, actions } = attachments[0].content
    expect(body[0].inlines[0]).toMatchObject({ type: 'TextRun', text: alarmNotice.subject, color: 'Attention' })
    expect(body.every((one: { type: string }) => one.type === 'RichTextBlock')).toBe(true)
    expect(body.at(-1).inlines[0].text).toBe('[click](https://evil.example) **now**')
    const urls = [...(alarmNotice.actions ?? []).map(({ url }) => url), alarmNotice.link]
    expect(actions.map(({ url }: { url: string }) => url)).toEqual(urls)
  })

  test('the longest message stays within the limit of a card', async () => {
    const long = {
      ...alarmNotice,
      text: Array.from({ length: 2000 }, () => '断')
        .join('\n')
        .slice(0, 4000),
    }
    const { arrived } = await sendOnce(channel, settingsOf, long, { status: 202, body: '' })
    expect(Buffer.byteLength(arrived[0]?.body ?? '')).toBeLessThan(28_000)
    const wide = { ...alarmNotice, text: '断'.repeat(4000) }
    const whole = await sendOnce(channel, settingsOf, wide, { status: 202, body: '' })
    expect(Buffer.byteLength(whole.arrived[0]?.body ?? '')).toBeLessThan(28_000)
  })

  test.each([
    [200, '1', { ok: true, answer: 'HTTP 200' }],
    [
      200,
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x',
      { ok: false, again: true },
    ],
    [200, 'Webhook message delivery failed with error: returned HTTP error 403', { ok: false }],
    [
      401,
      '{"error":{"code":"DirectApiAuthorizationRequired","message":"The request must be signed"}}',
      { ok: false, answer: 'HTTP 401 DirectApiAuthorizationRequired: The request must be signed' },
    ],
    [404, 'gone', { ok: false, answer: 'HTTP 404 gone' }],
  ])('%i %s', async (status, body, expected) => {
    const { delivery } = await sendOnce(channel, settingsOf, alarmNotice, { status, body })
    expect(delivery).toMatchObject(expected)
    expect(delivery.again).toBe((expected as { again?: true }).again)
  })

  test('the delay of a rate limit is observed', async () => {
    const provider = await standInOverHttp(() => ({ status: 429, headers: { 'retry-after': '20' }, body: '' }))
    const fast = await channel.send(settingsOf(provider.url), alarmNotice, AbortSignal.timeout(5000))
    await provider.close()
    expect(fast).toEqual({ ok: false, again: true, after: 20, answer: 'HTTP 429' })
  })

  test.each([
    [
      'https://prod-07.westeurope.logic.azure.com:443/workflows/0f1e2d3c4b5a69788796a5b4c3d2e1f0/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=Zk3_9aB7wQ2yX0',
      true,
    ],
    [
      'https://default0f1e2d3c4b5a69788796a5b4c3d2e1.f0.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/0f1e2d3c4b5a69788796a5b4c3d2e1f0/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=Zk3_9aB7wQ2yX0',
      true,
    ],
    [
      'https://contoso.webhook.office.com/webhookb2/0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0@1f2e3d4c-5b6a-7988-97a6-b5c4d3e2f100/IncomingWebhook/0f1e2d3c4b5a69788796a5b4c3d2e1f0/1f2e3d4c-5b6a-7988-97a6-b5c4d3e2f100',
      true,
    ],
    ['https://contoso.webhook.office.com/', false],
    ['https://hooks.slack.com/services/T00000000/B00000000/XXXX', false],
  ])('%s is a webhook address: %s', (url, is) => {
    expect(channel.fields[0]?.pattern?.test(url)).toBe(is)
  })
})
