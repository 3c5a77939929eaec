import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'

/** This file is in the folder of the catalogue and does not take part. */
test('each file of the folder that is no test states a type', async () => {
  const files = readdirSync(import.meta.dirname).filter((file) => !file.endsWith('.test.ts'))
  const stated = await Promise.all(files.map(async (file) => Object.values((await import(`./${file}`)) as object)))
  expect(stated.every((values) => values.some((one) => [...catalogue.values()].includes(one)))).toBe(true)
})
