import { afterAll, beforeAll, expect, test } from 'vitest'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { methodOf } from '@belvedere/contract/kit/define-calls.ts'
import { discoverCalls } from './kernel/discovery/discover.ts'
import { startTestServer, type TestServer } from './kernel/test-server.ts'
import { hostilePayloadsOf } from './test-hostile-payloads.ts'
import { furnish } from './test-victim.ts'

/**
 * Every field of every call, including those inside lists and objects, with values that break stores and formatters:
 * the answer is never an internal error, and values that no store can keep are refused. New calls are covered
 * automatically.
 */
let server: TestServer
let token = ''

beforeAll(async () => {
  server = await startTestServer()
  await furnish(server)
  token = await server.signIn()
})
afterAll(() => server?.close())

/** Concurrent requests. */
const AT_ONCE = 16

test.each(await discoverCalls())(
  '$name',
  async ({ spec }) => {
    const payloads = hostilePayloadsOf(spec)
    // a query cannot contain half a surrogate pair
    const hasBody = ['POST', 'PUT'].includes(methodOf(spec))
    const wrong: unknown[] = []
    const send = async () => {
      for (const { payload, unsound } of payloads) {
        const answer = await server.call(token, spec.at, payload).catch((error: unknown) => ({ code: String(error) }))
        const isRefused = answer.code !== 0 || !unsound || !hasBody
        if (answer.code === commonErrors.internal.code || typeof answer.code === 'string' || !isRefused)
          wrong.push([payload, answer])
        if (answer.code === commonErrors.authFailed.code) token = await server.signIn()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, send))
    expect(wrong.slice(0, 5)).toEqual([])
  },
  60_000,
)
