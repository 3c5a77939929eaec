import { expect, test } from 'vitest'
import { errorBreachesOf } from './error-rules.ts'
import { parseSource } from '../source.ts'

const found = (text: string, path = 'server/rooms/x/x.ts') => errorBreachesOf(parseSource(path, text)).length

test.each([
  `if (/after calling end/.test(String(error))) stop()`,
  `if (/timeout/.test((error as Error).message)) stop()`,
  `const is = (error: Error) => error.message.includes('x')`,
  `const is = (caught as { message: string }).message?.startsWith('x')`,
  'if (/timeout/i.test(`${error.name} ${error.message}`)) stop()',
  `const { code = '', message = '' } = error as Error\nif (/terminated/.test(message)) stop()`,
  `const is = ({ message }: Error) => message.match(/x/)`,
  `if (error.message === 'token') stop()`,
  `if (String((error as Error).message).toLowerCase().includes('x')) stop()`,
  `if (outcome.error.message.indexOf('x') >= 0) stop()`,
  `const words = /x/.exec(error.stack ?? '')`,
])('refused: %s', (text) => {
  expect(found(text)).toBe(1)
  expect(found(text, 'server/rooms/x/x.test.ts')).toBe(0)
})

test.each([
  `if (error instanceof StoreAway) stop()`,
  `if ((error as { code?: string }).code === 'ECONNRESET') stop()`,
  `if (error.code.startsWith('Z_')) stop()`,
  `log.warn({ error: String(error) }, 'not told')`,
  `if (args.message === 'healthcheck') send()`,
  `const is = ({ message }: Frame) => message.startsWith('x')`,
  `if (answer.msg.includes('x')) stop()`,
  `// by its words: browsers have no code for it\nconst is = /module/.test(error.message)`,
])('taken: %s', (text) => expect(found(text)).toBe(0))
