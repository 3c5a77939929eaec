import type { Delivery } from './define-notify-channel.ts'

/** A request to a provider, put together by pure functions. */
export interface ProviderRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Bytes of an answer that are read. */
const MOST = 64 * 1024

/**
 * Posts one request and has `read` judge status and answer (JSON as it came, text cut to 64 KB). No connection, a time-out and
 * a provider in trouble (status 429 or 5xx) may pass later; redirects are not followed, since the request is signed.
 */
export async function overHttp(
  { url, headers, body }: ProviderRequest,
  signal: AbortSignal,
  read: (status: number, answer: string) => Delivery,
): Promise<Delivery> {
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    const text = await textOf(answer)
    if (answer.status === 429 || answer.status >= 500)
      return { ok: false, again: true, answer: `HTTP ${answer.status} ${text}`.trim() }
    return read(answer.status, text)
  } catch (error) {
    const { message, cause } = error as Error
    return { ok: false, again: true, answer: cause instanceof Error ? cause.message || cause.name : message }
  }
}

async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    parts.push(part)
    size += part.length
    if (size >= MOST) break
  }
  return Buffer.concat(parts).subarray(0, MOST).toString('utf8')
}

/** The answer as an object; undefined when it is none. */
export function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** A member as text; '' when it is none. */
export function textIn(from: object | undefined, key: string): string {
  const value: unknown = from && Object.hasOwn(from, key) ? (from as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' ? value : ''
}
