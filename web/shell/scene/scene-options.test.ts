import { expect, test } from 'vitest'
import { sceneOptions } from './scene-options.ts'

const many = new Map(Array.from({ length: 9 }, (_, at) => [at + 1, { name: `S${at + 1}`, mode: 0 as const }]))
const told = (known: Partial<Parameters<typeof sceneOptions>[0]>) =>
  sceneOptions({ scenes: many, recent: [], favourite: [], ...known }).map(({ label, heading }) =>
    heading ? `${heading.en}: ${label}` : label,
  )

test('few scenes are one list, whatever is marked', () => {
  const scenes = new Map([...many].slice(0, 3))
  expect(told({ scenes, recent: [3], favourite: [2] })).toEqual(['S1', 'S2', 'S3'])
})

test('a long list is divided into sections; each scene appears once, removed scenes do not appear', () => {
  expect(told({ recent: [2, 5, 77], favourite: [5, 99] })).toEqual([
    'Favourites: S5',
    'Recent: S2',
    'Others: S1',
    'S3',
    'S4',
    'S6',
    'S7',
    'S8',
    'S9',
  ])
})

test('without marks there is nothing to divide', () => {
  expect(told({})[0]).toBe('S1')
})
