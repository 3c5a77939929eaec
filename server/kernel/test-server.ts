import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import type { Envelope } from '@belvedere/contract/kit/envelope.ts'
import { type RunningServer, startServer } from '../start-server.ts'
import { readConfig } from '../base/settings/config.ts'
import { openLog } from '../base/process/log.ts'
import { sessionInvalidatedSubject } from './session.ts'
import { testDatabase } from './database/test-database.ts'

export interface TestServer extends RunningServer {
  /** One call over real HTTP: `call(token, 'GET scene', { page: 1 })`; a token '' is no session. */
  call<T = any>(
    token: string,
    at: CallSpec['at'] | `${string} ${string}`,
    payload?: Record<string, unknown>,
  ): Promise<Envelope<T>>
  /** As `call`, with the typed confirmation if the call requires one. */
  confirmed<T = any>(token: string, at: `${string} ${string}`, payload?: Record<string, unknown>): Promise<Envelope<T>>
  /** Signs in; the first administrator's password is `ADMIN_PASSWORD`. */
  signIn(account?: string, password?: string): Promise<string>
  /** As if all sessions had signed in and proved their identity that many seconds earlier. */
  age(seconds: number): Promise<void>
  /** Stops the server and drops its database. */
  close(): Promise<void>
}

/** `confirm.needsConfirm`: the kernel knows no room. */
const NEEDS_CONFIRM = 11_400

export const ADMIN_PASSWORD = 'Testing-2026'

/** The whole product on free ports over a separate database, as in production. */
export async function startTestServer(flags: string[] = []): Promise<TestServer> {
  const database = await testDatabase()
  const data = await mkdtemp(join(tmpdir(), 'belvedere-test-'))
  process.env['BELVEDERE_ADMIN_PASSWORD'] = ADMIN_PASSWORD
  const ports = ['--port', '0', '--device-port', '0', '--enrol-port', '0', '--file-port', '0', '--shell-port', '0']
  const config = readConfig(
    [
      '--data',
      data,
      '--database-url',
      database.url,
      '--no-demo',
      '--log-level',
      'error',
      '--calls-per-minute',
      '0',
      ...ports,
      ...flags,
    ],
    {},
  )
  const server = await startServer(config, openLog(config['log-level']))
  const call: TestServer['call'] = (token, at, payload) => callOver(server.url, token, at, payload)
  return {
    ...server,
    call,
    async confirmed(token, at, payload) {
      const answer = await call(token, at, payload)
      if (answer.code !== NEEDS_CONFIRM) return answer
      const { token: confirm_token, text: confirm_text } = answer.data.confirm
      return call(token, at, { ...payload, confirm_token, confirm_text })
    },
    async signIn(account = 'admin', password = ADMIN_PASSWORD) {
      const answer = await call<{ token: string }>('', 'POST user/login', { account, password })
      if (answer.code !== 0) throw new Error(`sign-in: ${answer.msg}`)
      return answer.data.token
    },
    async age(seconds) {
      await server.system.db.run(sql`update session set proved_at = proved_at - ${seconds}`)
      server.system.bus.publish(sessionInvalidatedSubject, { uid: 0 })
    },
    async close() {
      await server.stop()
      await database.drop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** One call the way the console makes it. */
export async function callOver(
  url: string,
  token: string,
  at: string,
  payload: Record<string, unknown> = {},
): Promise<Envelope<any>> {
  const [method = 'GET', path = ''] = at.split(' ')
  const query = method === 'GET' || method === 'DELETE'
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const search = query
    ? `?${new URLSearchParams(Object.entries(payload).map(([key, value]) => [key, text(value)]))}`
    : ''
  const answer = await fetch(`${url}/api/v1/${path}${search}`, {
    method,
    headers: { ...(token ? { authorization: token } : {}), ...(query ? {} : { 'content-type': 'application/json' }) },
    ...(query ? {} : { body: JSON.stringify(payload) }),
  })
  return (await answer.json()) as Envelope
}
