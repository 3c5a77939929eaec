import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
})
afterAll(() => server?.close())

const rooms = join(import.meta.dirname, '../../../web/rooms')
const pages = readdirSync(rooms, { recursive: true, encoding: 'utf8' })
  .filter((file) => /screen\.ts$/.test(file))
  .map((file) => /path: '([^']+)'/.exec(readFileSync(join(rooms, file), 'utf8'))?.[1])

const cardsOf = async (topic: string, lang: string) =>
  (await server.call(admin, `GET document/${topic}`, { lang })).data as {
    version: string
    list: { id: number; title: string; text: string; steps: string[]; path: string }[]
  }

test.each(['home', 'sdwan', 'account'])(
  'cards about %s in the language of the caller, each about an existing page',
  async (topic) => {
    const [zh, en] = await Promise.all([cardsOf(topic, 'cn'), cardsOf(topic, 'en')])
    expect(zh.version).toMatch(/^Belvedere \d/)
    expect(zh.list.length).toBeGreaterThan(1)
    expect(en.list.map(({ id }) => id)).toEqual(zh.list.map((_, at) => at + 1))
    for (const { title, text, steps } of en.list) expect([title, text, ...steps].join()).not.toMatch(/\p{Script=Han}/u)
    for (const { title, text } of zh.list) expect(`${title}${text}`).toMatch(/\p{Script=Han}/u)
    for (const { path } of zh.list) if (path) expect(pages).toContain(path)
  },
)
