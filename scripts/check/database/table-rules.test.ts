import { expect, test } from 'vitest'
import { parseSource } from '../source.ts'
import { type RoomSchema, tableBreachesOf, tablesIn } from './table-rules.ts'

const schemas: RoomSchema[] = [
  { room: 'kernel', tables: 'create table node (id int);', views: '' },
  {
    room: 'scene',
    tables: 'create table scene (id int);\ncreate unlogged table scene_mark (id int);',
    views: 'create view scene_view as select id from scene;',
  },
  { room: 'alarm', tables: 'create table alarm (id int);', views: 'create view alarm_view as select id from alarm;' },
]

const findings = (
  path: string,
  statement: string,
  exceptions = [] as { path: string; tables: string[]; reason: string }[],
) => tableBreachesOf([parseSource(path, `const a = sql\`${statement}\``)], schemas, exceptions).map(({ text }) => text)

const store = 'server/rooms/alarm/store.ts'

test.each([
  ['select a.id from alarm a join scene s on s.id = a.scene_id', 'reads the table scene of'],
  ['select from alarm a, scene s where true', 'reads the table scene of'],
  ['select from alarm, scene_mark where true', 'reads the table scene_mark of'],
  ['select 1 where exists (select from scene)', 'reads the table scene of'],
  ['delete from alarm a using scene s where true', 'reads the table scene of'],
  ['scene s join alarm a on a.scene_id = s.id', 'reads the table scene of'],
  ['update scene set name = 1', 'writes scene of'],
  ['with a as (insert into scene (id) select 1) select 1', 'writes scene of'],
  ['delete from scene', 'writes scene of'],
  ['update scene_view set name = 1', 'writes scene_view of'],
  ['update alarm_view set name = 1', 'writes alarm_view of'],
])('%s: %s another room', (statement, text) => {
  expect(findings(store, statement)).toEqual([expect.stringContaining(text)])
})

test.each([
  'select a.id from alarm a join scene_view s on s.id = a.scene_id',
  'select id from alarm_view, node',
  "select extract(epoch from at), 'from scene' from alarm -- from scene",
  'select 1 from alarm where name is distinct from scene',
  'scene is not null',
  'insert into alarm (id) values (1) on conflict (id) do update set scene = 1',
])('%s: nothing foreign', (statement) => {
  expect(findings(store, statement)).toEqual([])
})

test('code below the rooms names no table of a room, and tests name any', () => {
  expect(findings('server/kernel/access.ts', 'select from scene')).toHaveLength(1)
  expect(findings('server/kernel/nodes.ts', 'select from node')).toEqual([])
  expect(findings('server/rooms/alarm/alarm.test.ts', 'insert into scene (id) values (1)')).toEqual([])
})

test('an exception is valid while the file names its table, and is refused afterwards', () => {
  const exceptions = [{ path: store, tables: ['scene'], reason: 'planted' }]
  expect(findings(store, 'select from scene', exceptions)).toEqual([])
  expect(findings(store, 'select from scene_view', exceptions)).toEqual([
    expect.stringContaining('excepts scene in server/rooms/alarm/store.ts'),
  ])
})

test('a view is named after its kind and reads tables of its own room', () => {
  const views =
    'create view alarms as select id from alarm;\ncreate view alarm_view as select a.id from alarm a, scene s;'
  const planted = schemas.map((schema) => (schema.room === 'alarm' ? { ...schema, views } : schema))
  expect(tableBreachesOf([], planted, []).map(({ text }) => text)).toEqual([
    'creates alarms; the name of a view ends in _view',
    'reads the table scene of the room scene',
  ])
})

test('a table is found at every position in a statement', () => {
  expect(
    tablesIn('merge into a using b on true; truncate c; select from d e, lateral f, g').map(({ name }) => name),
  ).toEqual(['a', 'c', 'b', 'd', 'f', 'g'])
})
