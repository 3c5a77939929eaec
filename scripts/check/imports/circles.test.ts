import { describe, expect, test } from 'vitest'
import { circlesOf } from './circles.ts'
import { parseSource } from '../source.ts'

const found = (texts: Record<string, string>) =>
  circlesOf(Object.entries(texts).map(([path, text]) => parseSource(path, text))).map(({ text }) => text)

describe('circles', () => {
  test('are found over workspaces, one for each knot of files', () => {
    expect(
      found({
        'pure/a.ts': `import { b } from './b.ts'`,
        'pure/b.ts': `export { c } from '@belvedere/pure/c.ts'`,
        'pure/c.ts': `import { a } from './a.ts'`,
        'pure/outside.ts': `import { a } from './a.ts'`,
      }),
    ).toEqual(['is part of a circle: pure/a.ts → pure/b.ts → pure/c.ts → pure/a.ts'])
  })

  const ofTypes = { 'pure/a.ts': `import type { B } from './b.ts'`, 'pure/b.ts': `import { a } from './a.ts'` }

  test('are made by types too', () => {
    expect(found(ofTypes)).toEqual(['is part of a circle: pure/a.ts → pure/b.ts → pure/a.ts'])
  })

  test('are not made by what loads later', () => {
    expect(
      found({ 'pure/a.ts': `const b = () => import('./b.ts')`, 'pure/b.ts': `import { a } from './a.ts'` }),
    ).toEqual([])
  })
})
