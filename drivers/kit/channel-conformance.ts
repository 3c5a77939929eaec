import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { expect, test } from 'vitest'
import type { ChannelSettings, Delivery, Notice, NotifyChannel } from './define-notify-channel.ts'

/** A request to the test provider, as it arrived. */
export interface Arrived {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface StandIn {
  /** `http://127.0.0.1:…`. */
  url: string
  port: number
  close(): Promise<void>
}

/** A local test provider that responds over HTTP as `answer` says. */
export async function standInOverHttp(
  answer: (arrived: Arrived) => { status?: number; headers?: Record<string, string>; body: string },
): Promise<StandIn> {
  const server = createServer(async (request, answering) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const {
      status = 200,
      headers,
      body: said,
    } = answer({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body,
    })
    answering.writeHead(status, { 'content-type': 'application/json', ...headers }).end(said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections())
  return { port, url: `http://127.0.0.1:${port}`, close }
}

/** A test provider that accepts the connection and never responds. */
async function silent(): Promise<StandIn> {
  const held = new Set<{ destroy(): void }>()
  const server = createSocketServer((socket) => void held.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of held) socket.destroy()
    })
  return { port, url: `http://127.0.0.1:${port}`, close }
}

export const codeNotice: Notice = {
  target: '+8613800138000',
  lang: 'zh',
  subject: '登录验证码',
  text: '您的验证码是 042137',
  template: { kind: 'code', values: { code: '042137', minutes: '10' } },
}

/** An alarm as a message. */
export const alarmNotice: Notice = {
  target: '',
  lang: 'zh',
  subject: '[严重] 设备离线 · 核心交换机',
  text: '总部 · 核心交换机 <@all>\n设备与平台失去连接',
  template: {
    kind: 'notice',
    values: {
      level: '严重',
      title: '设备离线',
      device: '核心交换机-机房一层东侧机柜',
      scene: '总部',
      time: '10:02',
      count: '1',
      state: '发生',
    },
  },
  id: '0191d3a4-7c1e-7c2b-9d55-0a1b2c3d4e5f',
  tone: 'danger',
  link: 'https://noc.example.com/maintenance/alert/log?expand=7',
  actions: [
    { words: '确认', url: 'https://noc.example.com/alarm/act?t=x&a=acknowledge' },
    { words: '静默 1 小时', url: 'https://noc.example.com/alarm/act?t=x&a=silence' },
    { words: '标记为已解决', url: 'https://noc.example.com/alarm/act?t=x&a=solve' },
  ],
  unsubscribe: {
    page: 'https://noc.example.com/unsubscribe?t=x',
    post: 'https://noc.example.com/api/v1/alarm/user/unsubscribe?t=x',
  },
  data: { incidents: [{ id: 7, type: 'dev_offline' }] },
}

/** A test provider that records requests, and sends `notice` to it once. */
export async function sendOnce(
  channel: NotifyChannel,
  settingsOf: (url: string) => ChannelSettings,
  notice: Notice,
  answer: { status?: number; body: string },
): Promise<{ delivery: Delivery; arrived: Arrived[] }> {
  const arrived: Arrived[] = []
  const provider = await standInOverHttp((one) => {
    arrived.push(one)
    return answer
  })
  const delivery = await channel.send(settingsOf(provider.url), notice, AbortSignal.timeout(5000))
  await provider.close()
  return { delivery, arrived }
}

/**
 * Tests for every channel and provider: fields in both languages, defaults that match their own patterns, and with an unavailable
 * or silent provider a timely result "retry later", without throwing and without a secret in it. `settingsAt` returns complete
 * settings for a provider at that address.
 */
export function channelConforms(
  channel: NotifyChannel,
  notice: Notice,
  settingsAt: (place: Pick<StandIn, 'url' | 'port'>) => ChannelSettings,
): void {
  const secrets = channel.fields.filter(({ kind }) => kind === 'secret').map(({ key }) => key)
  const tellsNoSecret = ({ answer }: Delivery, settings: ChannelSettings) => {
    for (const key of secrets) expect(answer).not.toContain(settings[key])
  }

  test('its settings have descriptions, and their defaults are valid', () => {
    expect(new Set(channel.fields.map(({ key }) => key)).size).toBe(channel.fields.length)
    for (const { key, words, kind, options, pattern, default: usual } of channel.fields) {
      expect(key).toMatch(/^[a-z][a-z_]*$/)
      expect(words.zh && words.en).toBeTruthy()
      expect(kind === 'choice').toBe(options !== undefined)
      if (usual && options) expect(options.map(({ id }) => id)).toContain(usual)
      if (usual && pattern) expect(usual).toMatch(pattern)
    }
  })

  test('a message to an unavailable provider may be retried', async () => {
    const away = await standInOverHttp(() => ({ body: '' }))
    await away.close()
    const settings = settingsAt(away)
    const delivery = await channel.send(settings, notice, AbortSignal.timeout(5000))
    expect(delivery).toMatchObject({ ok: false, again: true })
    expect(delivery.answer).not.toBe('')
    tellsNoSecret(delivery, settings)
  })

  test('a silent provider times out', async () => {
    const provider = await silent()
    try {
      const settings = settingsAt(provider)
      const delivery = await channel.send(settings, notice, AbortSignal.timeout(300))
      expect(delivery).toMatchObject({ ok: false, again: true })
      tellsNoSecret(delivery, settings)
    } finally {
      await provider.close()
    }
  })
}
