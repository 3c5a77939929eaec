import { request } from 'node:http'
import type { Envelope } from '@belvedere/contract/kit/envelope.ts'
import { captchaErrors } from '@belvedere/contract/rooms/captcha/errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

/** Every test uses a separate address, because failures are counted by address. */
let address = ''
let tests = 0
beforeEach(async () => {
  address = `127.0.1.${++tests}`
  await server.system.db.run(sql`delete from sign_in_guard`)
})

function post(path: string, payload: object): Promise<Envelope<any>> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const asking = request(
      `${server.url}/api/v1/${path}`,
      { method: 'POST', localAddress: address, headers },
      async (answer) => {
        let text = ''
        for await (const part of answer.setEncoding('utf8')) text += part
        resolve(JSON.parse(text))
      },
    )
    asking.on('error', reject).end(JSON.stringify(payload))
  })
}

const signIn = (account: string, password: string, more = {}) => post('user/login', { account, password, ...more })

/** Requests a captcha and reads its answer from the store. */
async function puzzle(): Promise<{ captcha_id: string; gap: number }> {
  const { data } = await server.call<{ captcha_id: string }>('', 'GET captcha')
  const { gap } = await server.system.db.one<{ gap: number }>(
    sql`select gap from captcha where id = ${data.captcha_id}`,
  )
  return { captcha_id: data.captcha_id, gap }
}

test('an unknown account is refused exactly like a wrong password', async () => {
  const [known, unknown] = [await signIn('admin', 'Wrong-2026'), await signIn('nobody', 'Wrong-2026')]
  expect(known).toEqual({ code: errors.wrongPassword.code, msg: errors.wrongPassword.zh, data: { captcha: 1 } })
  expect(unknown).toEqual(known)
  // the second attempt requires a captcha, in both cases
  const again = [await signIn('admin', 'Wrong-2026'), await signIn('nobody', 'Wrong-2026')]
  expect(again.map(({ code }) => code)).toEqual([captchaErrors.captchaNeeded.code, captchaErrors.captchaNeeded.code])
})

test('an unknown account takes the same time as a wrong password', async () => {
  const times: Record<string, number[]> = { admin: [], nobody: [] }
  const fastest = (list: number[] = []) => Math.min(...list)
  const ratio = () => fastest(times['nobody']) / fastest(times['admin'])
  // concurrent work only slows an answer down: the fastest of each are compared, over enough rounds
  const isLike = () => ratio() > 0.3 && ratio() < 3
  for (let round = 0; round < 5 || (round < 30 && !isLike()); round++) {
    for (const [name, list] of Object.entries(times)) {
      await server.system.db.run(sql`delete from sign_in_guard`)
      const began = performance.now()
      await signIn(name, 'Wrong-2026')
      list.push(performance.now() - began)
    }
  }
  expect(isLike(), String(ratio())).toBe(true)
})

test('after a failure a solved captcha allows the right password', async () => {
  await signIn('admin', 'Wrong-2026')
  expect((await signIn('admin', ADMIN_PASSWORD)).code).toBe(captchaErrors.captchaNeeded.code)
  const { captcha_id, gap } = await puzzle()
  const trail = [0, 1, 1, 2, 1]
  expect((await signIn('admin', ADMIN_PASSWORD, { captcha_id, captcha_x: gap + 3, captcha_trail: trail })).code).toBe(0)
  // a success clears the failures
  expect((await signIn('admin', ADMIN_PASSWORD)).code).toBe(0)
})

test.each([
  ['beside the gap', 6, [0, 1, 2], captchaErrors.captchaFailed],
  ['without any wobble', 0, [3, 3, 3, 3], captchaErrors.captchaTooRegular],
  ['without a trail', 0, [], captchaErrors.captchaTooRegular],
])('a piece dropped %s is refused', async (_, beside, captcha_trail, error) => {
  await signIn('admin', 'Wrong-2026')
  const { captcha_id, gap } = await puzzle()
  const answer = { captcha_id, captcha_x: gap - beside, captcha_trail }
  expect(await signIn('admin', ADMIN_PASSWORD, answer)).toMatchObject({ code: error.code, data: { captcha: 1 } })
  // one attempt for each captcha, even with the right answer
  const right = { captcha_id, captcha_x: gap, captcha_trail: [0, 1, 2] }
  expect((await signIn('admin', ADMIN_PASSWORD, right)).code).toBe(captchaErrors.captchaFailed.code)
})

test('a captcha is valid for two minutes', async () => {
  await signIn('admin', 'Wrong-2026')
  const { captcha_id, gap } = await puzzle()
  await server.system.db.run(sql`update captcha set expires_at = expires_at - 121 where id = ${captcha_id}`)
  const answer = { captcha_id, captcha_x: gap, captcha_trail: [0, 1, 2] }
  expect((await signIn('admin', ADMIN_PASSWORD, answer)).code).toBe(captchaErrors.captchaFailed.code)
})

test.each(['admin', 'nobody'])('repeated failures lock %s out, with the time to wait', async (name) => {
  for (let failure = 1; failure <= 5; failure++) {
    const { captcha_id, gap } = await puzzle()
    const answer = { captcha_id, captcha_x: gap, captcha_trail: [0, 1, 2] }
    const { code } = await signIn(name, 'Wrong-2026', answer)
    expect(code).toBe(failure < 5 ? errors.wrongPassword.code : errors.locked.code)
  }
  const locked = await signIn(name, ADMIN_PASSWORD)
  expect(locked.data, 'no puzzle for what is refused anyway').not.toHaveProperty('captcha')
  expect(locked.code).toBe(errors.locked.code)
  const { seconds } = locked.data as { seconds: number }
  expect(seconds).toBeGreaterThan(50)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(locked.msg).toContain(String(seconds))
})

test('concurrent attempts cannot exceed the lock-out', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => signIn('admin', `Wrong-${2000 + at}`)))
  const judged = answers.filter(({ code }) => code === errors.wrongPassword.code).length
  expect(judged).toBeLessThanOrEqual(5)
  expect(
    answers.filter(({ code }) => code === errors.locked.code || code === captchaErrors.captchaNeeded.code),
  ).toHaveLength(20 - judged)
})

test('an address that fails with many names needs a captcha for every name', async () => {
  for (const name of ['ann', 'ben', 'cal']) await signIn(name, 'Wrong-2026')
  expect((await signIn('dan', 'Wrong-2026')).code).toBe(captchaErrors.captchaNeeded.code)
})

test('the sign-ins of an address are limited by the minute', async () => {
  const most = userCalls.login.per_minute
  const answers = await Promise.all(Array.from({ length: most + 3 }, () => post('user/login', { account: 'admin' })))
  expect(answers.filter(({ code }) => code === commonErrors.badInput.code)).toHaveLength(most)
  expect(answers.filter(({ code }) => code === commonErrors.tooMany.code)).toHaveLength(3)
})

test('the operation log contains who signed in, from where', async () => {
  const { data } = await signIn('admin', ADMIN_PASSWORD)
  const log = await server.call(data.token, 'GET log/sys', { limit: 1 })
  expect(log.data.list[0]).toMatchObject({ account: 'admin', call: 'POST user/login', object: `account:${data.uid}` })
})
