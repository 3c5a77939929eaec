import { request as httpsRequest } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { connectPinned, type PinnedPeer } from './pinned.ts'
import { CommandRefusal } from '../refusal.ts'

export interface HttpAnswer {
  status: number
  body: Buffer
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: Buffer
  type?: string
  /** Most bytes of the response. */
  max: number
  /** Milliseconds for the whole exchange. */
  timeout?: number
}

/** One request to a pinned server over a separate connection. Throws when it fails or the response is too long. */
export async function requestPinned(peer: PinnedPeer, ask: HttpRequest): Promise<HttpAnswer> {
  const { method, path, body, type = 'application/octet-stream', timeout = 120_000 } = ask
  const socket = await connectPinned(peer)
  const headers = {
    host: `${peer.host.includes(':') ? `[${peer.host}]` : peer.host}:${peer.port}`,
    connection: 'close',
    ...(body ? { 'content-type': type, 'content-length': body.length } : {}),
  }
  return new Promise<HttpAnswer>((resolve, reject) => {
    const late = () => reject(new CommandRefusal({ zh: '服务器响应超时', en: 'The server did not answer in time' }))
    const timer = setTimeout(late, timeout)
    const request = httpsRequest({ method, path, headers, createConnection: () => socket }, (answer) => {
      collect(answer, ask.max).then(
        (read) => resolve({ status: answer.statusCode ?? 0, body: read }),
        (error: unknown) => reject(error),
      )
    })
    request.once('error', reject)
    request.once('close', () => clearTimeout(timer))
    request.end(body)
  }).finally(() => socket.destroy())
}

async function collect(answer: IncomingMessage, max: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > max)
      throw new CommandRefusal(
        { zh: '服务器返回的内容超过 {max} 字节', en: 'The server sent more than {max} bytes' },
        { max },
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Downloads from an https address of the pinned gateway; the agent connects to no other host. */
export async function download(uri: unknown, peer: Omit<PinnedPeer, 'host' | 'port'>, max: number): Promise<Buffer> {
  const at = addressOf(uri)
  const answer = await requestPinned({ ...peer, ...at }, { method: 'GET', path: at.path, max, timeout: 300_000 })
  if (answer.status !== 200)
    throw new CommandRefusal(
      { zh: '下载失败：HTTP {status}', en: 'Download failed: HTTP {status}' },
      { status: answer.status },
    )
  return answer.body
}

export async function upload(
  uri: unknown,
  peer: Omit<PinnedPeer, 'host' | 'port'>,
  body: Buffer,
  type: string,
): Promise<void> {
  const at = addressOf(uri)
  const ask = { method: 'PUT', path: at.path, body, type, max: 65_536, timeout: 300_000 } as const
  const { status } = await requestPinned({ ...peer, ...at }, ask)
  if (status < 200 || status > 299)
    throw new CommandRefusal({ zh: '上传失败：HTTP {status}', en: 'Upload failed: HTTP {status}' }, { status })
}

function addressOf(uri: unknown): { host: string; port: number; path: string } {
  const url = typeof uri === 'string' && uri.length <= 2048 ? parsed(uri) : undefined
  if (!url || url.protocol !== 'https:')
    throw new CommandRefusal({ zh: '地址必须是 https', en: 'The address must be https' }, {}, 1)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 443), path: url.pathname + url.search }
}

function parsed(uri: string): URL | undefined {
  try {
    return new URL(uri)
  } catch {
    return undefined
  }
}
