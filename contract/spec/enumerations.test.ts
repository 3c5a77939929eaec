import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Enum } from '../kit/define-enum.ts'

/**
 * Enumerations of the specification that this release has, with identifiers it adds and those it leaves out: there is no app to push
 * alarms to. Those of rooms that are planned come with them.
 */
const rows = readFileSync(join(import.meta.dirname, 'enumerations.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [string, string, string, string, string?, string?])

test.each(rows)('%s is what the specification says', async (_, file, name, stated, ours = '', leftOut = '') => {
  const contents = (await import(`../${file}`)) as Record<string, Enum<string, number | string>>
  const idsIn = (text: string) => text.split(' ').filter((id) => id !== '')
  const ids = idsIn(stated).filter((id) => !idsIn(leftOut).includes(id))
  expect(contents[name]?.ids.map(String).toSorted()).toEqual([...ids, ...idsIn(ours)].toSorted())
})
