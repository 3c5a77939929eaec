import { expect, test } from 'vitest'
import { agentWords } from './agent-words.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    { browser: 'Microsoft Edge 141', system: 'Windows 10' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    { browser: 'Safari 18', system: 'iOS 18' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    { browser: 'Chrome 141', system: 'Android 14' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    { browser: 'Firefox 143', system: 'Linux' },
  ],
  ['curl/8.14.1', { browser: 'curl', system: '' }],
  ['node', { browser: 'node', system: '' }],
  ['', { browser: '', system: '' }],
])('%s', (agent, words) => {
  expect(agentWords(agent)).toEqual(words)
})
