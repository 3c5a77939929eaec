import { expect, test } from 'vitest'
import { FUNCTION_LINES_MAX, functionBreachesOf } from './function-rules.ts'
import { parseSource } from '../source.ts'

const functionOf = (lines: number) => `function draw() {\n${'  step()\n'.repeat(lines - 2)}}\n`

const found = (path: string, text: string, exceptions: Readonly<Record<string, number>> = {}) =>
  functionBreachesOf([parseSource(path, text)], exceptions).map((one) => `${one.path} ${one.text}`)

test('a function that is too long is refused in every notation', () => {
  const long = functionOf(FUNCTION_LINES_MAX + 1)
  expect(found('web/ui/a.ts', long)).toEqual(['web/ui/a.ts has a function of 61 lines, 60 at most; split it'])
  expect(found('web/ui/a.ts', `export const draw = ${long.replace('function draw() ', '() => ')}`)).toHaveLength(1)
  expect(found('web/ui/a.ts', `export const a = { ${long.replace('function draw', 'draw')} }`)).toHaveLength(1)
  expect(found('web/ui/a.ts', functionOf(FUNCTION_LINES_MAX))).toEqual([])
})

test('tests, journeys and figures are not counted', () => {
  const long = functionOf(90)
  expect(found('web/ui/a.test.ts', long)).toEqual([])
  expect(found('e2e/sign-in.e2e.ts', long)).toEqual([])
})

test('an exception covers its number of functions and no more', () => {
  const text = functionOf(70) + functionOf(80).replace('draw', 'paint')
  expect(found('web/ui/a.ts', text, { 'web/ui/a.ts': 2 })).toEqual([])
  expect(found('web/ui/a.ts', text, { 'web/ui/a.ts': 1 })).toHaveLength(2)
})

test('an exception is lowered or removed together with its functions', () => {
  expect(found('web/ui/a.ts', functionOf(70), { 'web/ui/a.ts': 2 })).toEqual([expect.stringMatching(/number to 1$/)])
  expect(found('web/ui/a.ts', functionOf(9), { 'web/ui/a.ts': 1 })).toEqual([
    expect.stringMatching(/remove the entry$/),
  ])
})
