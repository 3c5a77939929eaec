export interface Envelope<T = any> {
  readonly code: number
  readonly msg: string
  readonly data: T
}

/** Somebody signed in; calls go as the console's do. */
export interface Session {
  readonly token: string
  readonly uid: number
  /** The whole answer of one call: `call('GET device/all', { page: 1 })`. */
  call<T = any>(at: string, payload?: Record<string, unknown>): Promise<Envelope<T>>
  /** The data of a call; throws unless its code is 0. */
  ask<T = any>(at: string, payload?: Record<string, unknown>): Promise<T>
  /** As `ask`, and types the confirmation where the call requires one. */
  confirmed<T = any>(at: string, payload: Record<string, unknown>): Promise<T>
  /** The bytes a call answers with, and their name. */
  file(at: string, payload: Record<string, unknown>): Promise<{ name: string; bytes: Buffer }>
  /** A WebSocket on the console's port. */
  socket(path: string): WebSocket
  /** Live news from now on, until `stop`. */
  live(): Promise<LiveEar>
}

export interface LiveEar {
  readonly news: { topic: string; scene_id: number; ids?: number[] }[]
  stop(): void
}

const NEEDS_CONFIRM = 11400

export async function signIn(url: string, account: string, password: string): Promise<Session> {
  const open = sessionOf(url, '', 0)
  const { token, uid } = await open.ask<{ token: string; uid: number }>('POST user/login', { account, password })
  return sessionOf(url, token, uid)
}

/** With a known token. */
export function sessionOf(url: string, token: string, uid: number): Session {
  const headers = token ? { authorization: token } : undefined
  const send = (at: string, payload: Record<string, unknown> = {}) => {
    const [method = 'GET', path] = at.split(' ')
    const all = { lang: 'en', ...(uid ? { uid } : {}), ...payload }
    if (method !== 'GET' && method !== 'DELETE') {
      const body = JSON.stringify(all)
      return fetch(`${url}/api/v1/${path}`, {
        method,
        body,
        headers: { ...headers, 'content-type': 'application/json' },
      })
    }
    const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
    const search = new URLSearchParams(Object.entries(all).map(([key, value]) => [key, text(value)]))
    return fetch(`${url}/api/v1/${path}?${search}`, { method, headers })
  }
  const call = async <T>(at: string, payload?: Record<string, unknown>) =>
    (await (await send(at, payload)).json()) as Envelope<T>
  const ask = async <T>(at: string, payload?: Record<string, unknown>) => {
    const { code, msg, data } = await call<T>(at, payload)
    if (code !== 0) throw new Error(`${at}: ${code} ${msg}`)
    return data
  }
  return {
    token,
    uid,
    call,
    ask,
    async confirmed<T>(at: string, payload: Record<string, unknown>) {
      const answer = await call<T & { confirm?: { token: string; text: string } }>(at, payload)
      const { confirm } = answer.code === NEEDS_CONFIRM ? answer.data : {}
      if (answer.code === 0) return answer.data
      return ask<T>(at, { ...payload, ...(confirm && { confirm_token: confirm.token, confirm_text: confirm.text }) })
    },
    async file(at, payload) {
      const answer = await send(at, payload)
      const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''
      return { name: decodeURIComponent(name), bytes: Buffer.from(await answer.arrayBuffer()) }
    },
    socket: (path) => new WebSocket(`${url.replace('http', 'ws')}${path}`),
    live: () => listen(url, headers ?? {}),
  }
}

async function listen(url: string, headers: Record<string, string>): Promise<LiveEar> {
  const patience = new AbortController()
  const answer = await fetch(`${url}/api/v1/live`, { headers, signal: patience.signal })
  const news: LiveEar['news'] = []
  void hear(answer.body as unknown as AsyncIterable<Uint8Array>, news).catch(() => {})
  return { news, stop: () => patience.abort() }
}

async function hear(body: AsyncIterable<Uint8Array>, news: LiveEar['news']): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of body) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) news.push(JSON.parse(line.slice(6)))
  }
}
