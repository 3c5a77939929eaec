import { execFileSync } from 'node:child_process'
import { cgiCatalogue, cgiTypes } from '@belvedere/contract/kit/cgi-catalogue.ts'
import { expect, test } from 'vitest'
import { CommandRefusal } from '../refusal.ts'
import { hasTool } from '../host/run-tool.ts'
import { answerQuery } from './answer-query.ts'

type ToolRow = Record<string, unknown>

test.runIf(hasTool('ip'))('interfaces equal the output of the kernel tool', async () => {
  const truth = JSON.parse(execFileSync('ip', ['-j', 'addr'], { encoding: 'utf8' })) as ToolRow[]
  const { total, list } = await answerQuery('interfaces', { limit: 500 })
  expect(total).toBe(truth.length)
  for (const link of truth) {
    const own = (link.addr_info as ToolRow[]).filter((info) => info.family === 'inet')
    const row = (list as ToolRow[]).find((candidate) => candidate.name === link.ifname)
    expect(row?.ipv4).toBe(own.map((info) => `${info.local}/${info.prefixlen}`).join(', '))
    expect(row?.mtu).toBe(link.mtu)
  }
})

test('every type returns rows of its own columns, or a reason', async () => {
  for (const type of cgiTypes) {
    const columns = new Set<string>(cgiCatalogue[type].columns.map((column) => column.key))
    const answer = await answerQuery(type, { limit: 500 }).catch((refused: unknown) => refused)
    if (answer instanceof CommandRefusal) {
      expect(answer.words.zh, type).not.toBe('')
      continue
    }
    const { total, list } = answer as { total: number; list: ToolRow[] }
    expect(list.length, type).toBeLessThanOrEqual(total)
    for (const key of list.flatMap((row) => Object.keys(row))) expect(columns, type).toContain(key)
  }
})

test('paging, search and order are read from the content', async () => {
  const all = await answerQuery('system', { limit: 100 })
  const page = await answerQuery('system', { page: 2, limit: 5, orderby: 'item asc' })
  const items = (all.list as ToolRow[]).map((row) => String(row.item)).sort()
  expect(page.total).toBe(all.total)
  expect((page.list as ToolRow[]).map((row) => row.item)).toEqual(items.slice(5, 10))
  const found = await answerQuery('system', { search: process.version })
  expect(found).toEqual({ total: 1, list: [{ item: 'node', value: process.version }] })
})

test.each([['secrets'], ['__proto__'], ['constructor'], [undefined], [7]])(
  'an unknown type %s is not supported',
  async (type) => {
    await expect(answerQuery(type, {})).rejects.toThrow('Not support')
  },
)
