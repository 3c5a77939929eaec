import { createHash } from 'node:crypto'
import { captchaErrors } from '@belvedere/contract/rooms/captcha/errors.ts'
import { leadingZeroBits, workText } from '@belvedere/pure/sign-in/proof-of-work.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { drawQuestion, plainAnswer } from './captcha-question.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.system.db.run(sql`delete from sign_in_guard`)
  await signIn({ password: 'Wrong-2026' })
})

const signIn = (more: Record<string, unknown>) =>
  server.call('', 'POST user/login', { account: 'admin', password: ADMIN_PASSWORD, ...more })
const ask = async (lang = 'en') => (await server.call('', 'GET captcha/question', { lang })).data
const answerOf = async (id: string) =>
  (await server.system.db.one<{ answer: string }>(sql`select answer from captcha where id = ${id}`)).answer

/** The computation of a browser: tries until the hash begins with enough zeros. */
function work(id: string, bits: number, begin = 0): string {
  for (let at = begin; ; at++) {
    const nonce = at.toString(36)
    if (leadingZeroBits(createHash('sha256').update(workText(id, nonce)).digest()) >= bits) return nonce
  }
}
/** A proof of work that is just insufficient. */
function tooLittle(id: string, bits: number): string {
  for (let at = 0; ; at++) {
    const zeros = leadingZeroBits(
      createHash('sha256')
        .update(workText(id, `n${at}`))
        .digest(),
    )
    if (zeros < bits && zeros > 3) return `n${at}`
  }
}

test('a question answered with proof of work admits a risky sign-in, once', async () => {
  expect((await signIn({})).code).toBe(captchaErrors.captchaNeeded.code)
  const { captcha_id, question, work_bits } = await ask()
  expect(question).toMatch(/^[\x20-\x7e]+$/)
  const solved = {
    captcha_id,
    captcha_text: ` ${(await answerOf(captcha_id)).toUpperCase()}. `,
    captcha_work: work(captcha_id, work_bits),
  }
  expect((await signIn(solved)).code).toBe(0)
  await signIn({ password: 'Wrong-2026' })
  expect((await signIn(solved)).code).toBe(captchaErrors.captchaFailed.code)
})

test.each([
  [
    'a wrong answer',
    (answer: string, id: string, bits: number) => ({ captcha_text: `${answer}x`, captcha_work: work(id, bits) }),
  ],
  [
    'too little work',
    (answer: string, id: string, bits: number) => ({ captcha_text: answer, captcha_work: tooLittle(id, bits) }),
  ],
  ['no work', (answer: string) => ({ captcha_text: answer })],
  ['work done for another question', (answer: string) => ({ captcha_text: answer, captcha_work: '8sd' })],
  ['a drag', () => ({ captcha_x: 100, captcha_trail: [1, 2, 3] })],
])('%s is refused and uses the question', async (_, made) => {
  const { captcha_id, work_bits } = await ask()
  const answer = await answerOf(captcha_id)
  expect((await signIn({ captcha_id, ...made(answer, captcha_id, work_bits) })).code).toBe(
    captchaErrors.captchaFailed.code,
  )
  expect(await server.system.db.rows(sql`select id from captcha where id = ${captcha_id}`)).toEqual([])
})

test('an answered question solves no picture, and an expired one nothing', async () => {
  const { data } = await server.call('', 'GET captcha')
  const text = { captcha_id: data.captcha_id, captcha_text: '', captcha_work: '' }
  expect((await signIn(text)).code).toBe(captchaErrors.captchaFailed.code)
  const { captcha_id, work_bits } = await ask()
  const answer = await answerOf(captcha_id)
  await server.system.db.run(sql`update captcha set expires_at = ${server.system.now()}`)
  const late = await signIn({ captcha_id, captcha_text: answer, captcha_work: work(captcha_id, work_bits) })
  expect(late.code).toBe(captchaErrors.captchaFailed.code)
})

test('questions are of many kinds, in the requested language, and their answer is among their words', () => {
  for (const lang of ['zh', 'en'] as const) {
    const drawn = Array.from({ length: 300 }, () => drawQuestion(lang))
    expect(new Set(drawn.map(({ question }) => question)).size).toBeGreaterThan(150)
    for (const { question, answer } of drawn) {
      expect(/[\u4e00-\u9fff]/.test(question)).toBe(lang === 'zh')
      if (/^\d+$/.test(answer)) expect(question).toMatch(/等于|What is/)
      else expect(plainAnswer(question)).toContain(answer)
    }
  }
})

test.each([
  [' Tiger. ', 'tiger'],
  ['４２', '42'],
  ['老 虎。', '老虎'],
])('%j is normalized to %j', (typed, plain) => {
  expect(plainAnswer(typed)).toBe(plain)
})
