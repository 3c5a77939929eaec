import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('metrics are named as monitoring expects: prefix, base units, _total for what only grows and for nothing else', async () => {
  const token = await server.signIn()
  await server.call(token, 'GET device/all', {})
  const answer = await fetch(`${server.url}/metrics`)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  const lines = (await answer.text()).split('\n')
  const types = new Map(
    lines.flatMap((line) =>
      /^# TYPE (\S+) (\S+)$/.exec(line)?.slice(1, 3) ? [line.split(' ').slice(2, 4) as [string, string]] : [],
    ),
  )
  const helped = new Set(lines.flatMap((line) => /^# HELP (\S+) \S/.exec(line)?.[1] ?? []))
  expect(types.size).toBeGreaterThan(15)
  for (const [name, type] of types) {
    expect(name).toMatch(/^belvedere_[a-z][a-z0-9_]*$/)
    expect(name, name).not.toMatch(/_(ms|milliseconds|kb|mb|percent|count|sum|bucket)$/)
    expect(name.endsWith('_total'), `${name} is a ${type}`).toBe(type === 'counter')
    expect(helped, name).toContain(name)
  }
  expect(types.get('belvedere_ingest_stored_total')).toBe('counter')
  expect(types.get('belvedere_call_seconds')).toBe('histogram')
  for (const line of lines)
    if (line && !line.startsWith('#')) expect(line).toMatch(/^belvedere_\w+(\{[^}]*\})? -?[\d.e+-]+$/)
})
