import { expect, test } from 'vitest'
import { type ReplaceCase, replaceProblems } from './replace-rules.ts'

const good: ReplaceCase = {
  row: { format: 'document', complete: true },
  old: { id: 1, family: 'ap', team_id: 1 },
  target: { id: 2, family: 'ap', team_id: 1, online: true, verbs: ['configure'] },
  moved: { ports: [{ from: 'LAN2', to: null, used: false }], radios: [] },
  finding: undefined,
  movable: true,
}

test.each<[string, Partial<ReplaceCase>, string[]]>([
  ['nothing', {}, []],
  ['a backup that never arrived', { row: { ...good.row, complete: false } }, ['incomplete!']],
  ['a damaged one', { finding: 'damaged' }, ['damaged!']],
  ['the device itself', { target: { ...good.target, id: 1 } }, ['sameDevice!']],
  ['somebody else’s', { target: { ...good.target, team_id: 2 } }, ['otherTeam!']],
  ['another kind', { target: { ...good.target, family: 'switch' } }, ['otherFamily!']],
  ['a kind nobody can move', { movable: false }, ['cannotMove!']],
  ['an archive on what takes none', { row: { ...good.row, format: 'archive' } }, ['unable!']],
  [
    'an archive on another host, its tunnels without keys',
    {
      row: { ...good.row, format: 'archive' },
      target: { ...good.target, verbs: ['restore'] },
      movable: false,
      finding: 'noKeys',
    },
    ['noKeys'],
  ],
  ['no server', { target: { ...good.target, online: false } }, ['offline!']],
  ['one that takes no configuration', { target: { ...good.target, verbs: [] } }, ['unable!']],
  [
    'a radio that finds no place',
    { moved: { ports: [], radios: [{ from: '6G', to: null, used: true }] } },
    ['unmapped'],
  ],
])('against: %s', (_, part, found) =>
  expect(replaceProblems({ ...good, ...part }).map(({ id, may }) => `${id}${may ? '' : '!'}`)).toEqual(found),
)
