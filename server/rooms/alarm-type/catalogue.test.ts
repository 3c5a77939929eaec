import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'

test('each file in the folders of definitions defines a type, in the order of their ids', () => {
  const files = readdirSync(join(import.meta.dirname, 'definitions'), { recursive: true, encoding: 'utf8' })
  const stated = files.filter((file) => file.endsWith('.ts')).map((file) => file.replace(/^.*\/|\.ts$/g, ''))
  expect([...catalogue.keys()]).toEqual(stated.map((name) => name.replaceAll('-', '_')).sort())
})
