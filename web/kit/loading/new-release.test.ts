import { expect, test } from 'vitest'
import { entryOf } from './new-release.ts'

test.each([
  [
    '<script src="/before-paint.js"></script><script type="module" crossorigin src="/assets/index-A1.js"></script>',
    '/assets/index-A1.js',
  ],
  ['<script src="/assets/index-B2.js" type="module"></script>', '/assets/index-B2.js'],
  ['<h1>502 Bad Gateway</h1>', undefined],
])('%s begins with %s', (page, entry) => expect(entryOf(page)).toBe(entry))
