import { expect, test } from 'vitest'
import { formerWordsIn } from './former-words.ts'

test.each([
  [
    'a table',
    'server/rooms/x/store.ts',
    'export const q = `select * from alarm_spell`',
    'alarm_spell: condition_interval',
  ],
  [
    'an index of it',
    'server/rooms/x/tables.sql',
    'create index topology_stay_open on t (id);',
    'topology_stay: device_p',
  ],
  ['a column', 'server/rooms/x/tables.sql', 'create table t (\n  but smallint not null\n);', 'but: override_level'],
  ['a column in a document', 'docs/x.md', 'It is `judged_at`.', 'judged_at: acknowledged_at'],
  ['an identifier', 'server/rooms/x/x.ts', 'listen(deviceCame, () => {})', 'deviceCame: deviceConnected'],
  ['a type', 'server/rooms/x/x.ts', 'export type Kept = Grave', 'Grave: DeletedSnapshot'],
  ['a class', 'server/rooms/x/x.ts', 'new Turnstile(3)', 'Turnstile: Semaphore'],
  [
    'an event',
    'server/rooms/x/api.ts',
    `export const a = defineEvent<X>('device.left')`,
    'device.left: device.disconn',
  ],
  [
    'an event of any room',
    'server/rooms/x/api.ts',
    `export const a = defineEvent('x.y-moved', {})`,
    'x.y-moved: *-updated',
  ],
  ['a phrase in a comment', 'web/x.ts', '/** Read anew. */', 'anew: again'],
  ['a phrase in a document', 'docs/x.md', 'It shows what became of it.', 'what became of: the result of'],
])('%s', (_, path, text, found) =>
  expect(formerWordsIn(path, text).map((one) => one.text)).toEqual([expect.stringContaining(found)]),
)

test('other uses of the words are accepted, and migrations are exempt', () => {
  expect(formerWordsIn('server/rooms/x/tables.sql', '-- all but one\n  id int not null')).toEqual([])
  expect(formerWordsIn('server/rooms/x/x.ts', `const moved = 'the device.moved'; const alone = moved`)).toEqual([])
  expect(formerWordsIn('web/x.ts', `const grave = 'for ever' // one\n// the purpose \`grave 12\``)).toEqual([])
  expect(formerWordsIn('server/migrations/0391-x.sql', 'alter table alarm_user rename but to override_level')).toEqual(
    [],
  )
})
