import { describe, expect, test } from 'vitest'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { MemoTree } from '@belvedere/pure/collection/memo-tree.ts'
import type { Compile, Compiled } from '../compile.ts'
import { randomFrom } from '../mutate.ts'
import { isObject, type Json } from './draft.ts'
import { isMoot, leavesOut, randomEffective } from './random-effective.ts'

/**
 * Tests for every compiler, over many random intents: without intents the document is the base; the base is never changed; equal
 * input gives equal bytes; each difference from the base is explained; no intent is dropped silently; each refusal has a reason;
 * no member has an unknown name.
 */
export function describeCompiler(
  name: string,
  compile: Compile,
  {
    capabilities,
    bases,
    members,
  }: { capabilities: readonly Json[]; bases: readonly (Json | null)[]; members: ReadonlySet<string> },
): void {
  const cases = capabilities.flatMap((can) => bases.map((base) => ({ can, base: base && frozen(base) })))

  describe(`${name}: what every compiler keeps`, () => {
    test('without intents the document is the base, byte by byte', () => {
      for (const { can, base } of cases) {
        const made = compile({}, can, base)
        if (base) expect(JSON.stringify(made.document)).toBe(JSON.stringify(base))
        expect(made.explanation).toEqual({})
        expect(made.refusals).toEqual([])
      }
    })

    test('random intents: the same bytes each time, every difference explained, no other values', () => {
      for (let seed = 1; seed <= 400; seed++) {
        const { can, base } = cases[seed % cases.length] as (typeof cases)[number]
        const intents = frozen(randomEffective(randomFrom(seed)) as Json) as Effective
        const made = compile(intents, can, base)
        expect(JSON.stringify(compile(intents, can, base).document), `seed ${seed}`).toBe(JSON.stringify(made.document))
        const first = base ?? compile({}, can, base).document
        expect(unexplained(first, made), `seed ${seed}`).toEqual([])
        expect(unknownMembers(made.document, members), `seed ${seed}`).toEqual([])
        expect(nameless(made, intents), `seed ${seed}`).toEqual([])
      }
    })

    test('no intent is dropped silently: it sets a value, is refused, or is overridden by another one', () => {
      for (let seed = 1; seed <= 150; seed++) {
        const { can, base } = cases[seed % cases.length] as (typeof cases)[number]
        const intents = randomEffective(randomFrom(seed * 31))
        expect(silent(compile, intents, can, base), `seed ${seed * 31}`).toEqual([])
      }
    })

    test('sharing between devices does not change the result', () => {
      const alike = new MemoTree<Compiled>()
      const intents = Array.from(
        { length: 40 },
        (_, seed) => frozen(randomEffective(randomFrom(seed)) as Json) as Effective,
      )
      for (const [seed, first] of intents.entries())
        for (const { can, base } of cases) {
          // kinds of others as shared objects: intents of a scene, and of a device alone
          const effective = { ...intents[(seed * 7) % intents.length], wireless: first.wireless, radio: first.radio }
          const shared = compile(effective as Effective, can, base, alike)
          const whole = compile({ ...(effective as Effective), raw: { nothing: { document: {} } } }, can, base)
          expect(shared.document, `seed ${seed}`).toEqual(whole.document)
          expect(shared.explanation, `seed ${seed}`).toEqual(whole.explanation)
          expect(new Set(shared.refusals), `seed ${seed}`).toEqual(new Set(whole.refusals))
        }
    })
  })
}

function frozen<T extends object>(value: T): T {
  for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) frozen(child as object)
  return Object.freeze(value)
}

interface Leaf {
  pointer: string
  /** Member and value, without the index in a list: entries may move. */
  content: string
}

function leavesOf(value: unknown, pointer = '', place = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ pointer, content: `${place}=${JSON.stringify(value)}` }]
  const inList = Array.isArray(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return [{ pointer, content: `${place}={}` }]
  return entries.flatMap(([key, child]) =>
    leavesOf(child, `${pointer}/${key}`, inList ? `${place}/*` : `${place}/${key}`),
  )
}

/** Values that are not in the base and that no intent explains. */
function unexplained(base: Json, { document, explanation }: Compiled): string[] {
  const known = new Set(leavesOf(base).map(({ content }) => content))
  const isTold = (pointer: string) =>
    Object.keys(explanation).some((one) => pointer === one || pointer.startsWith(`${one}/`))
  return leavesOf(document)
    .filter(({ content, pointer }) => !known.has(content) && !isTold(pointer))
    .map(({ pointer, content }) => `${pointer} ${content}`)
}

function unknownMembers(value: unknown, members: ReadonlySet<string>): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = isObject(value) ? Object.keys(value).filter((key) => !members.has(key)) : []
  return [...own, ...Object.values(value).flatMap((child) => unknownMembers(child, members))]
}

/** Explanations and refusals of intents that do not exist, and refusals without a reason. */
function nameless({ explanation, refusals }: Compiled, intents: Effective): string[] {
  const isWish = (name: string) => {
    const [kind = '', key = '', field] = name.split('/')
    const fields = (intents as Record<string, Record<string, Json>>)[kind]?.[key]
    return fields !== undefined && (field === undefined || fields[field] !== undefined)
  }
  const wrong = Object.values(explanation)
    .flat()
    .filter((name) => !isWish(name))
  const mute = refusals.filter(
    ({ intent, reason }) => !reason.zh || !reason.en || !isWish(intent.split('/').slice(0, 2).join('/')),
  )
  return [...wrong, ...mute.map(({ intent }) => intent)]
}

/** Fields without effect: without them the document and the refusals are the same, and no value is explained by them. */
function silent(compile: Compile, intents: Effective, can: Json, base: Json | null): string[] {
  const made = compile(intents, can, base)
  const [text, reported] = [JSON.stringify(made.document), new Set(Object.values(made.explanation).flat())]
  const refused = made.refusals.map(({ intent }) => intent)
  const fields = Object.entries(intents as Record<string, Record<string, Json>>).flatMap(([kind, keys]) =>
    Object.entries(keys).flatMap(([key, entry]) => Object.keys(entry).map((field) => ({ kind, key, entry, field }))),
  )
  return fields.flatMap(({ kind, key, entry, field }) => {
    const name = `${kind}/${key}/${field}`
    const says = (one: string) =>
      `${name}/`.startsWith(`${one}/`) ||
      (one.startsWith(`${kind}/${key}/`) && leavesOut(kind as keyof Effective, one.split('/')[2] ?? '', field))
    const isTold = reported.has(name) || refused.some(says)
    if (isTold || isMoot(kind as keyof Effective, entry, field)) return []
    const without = structuredClone(intents) as Record<string, Record<string, Json>>
    delete without[kind]?.[key]?.[field]
    const less = compile(without as Effective, can, base)
    const same = JSON.stringify(less.document) === text && less.refusals.length === refused.length
    return same ? [name] : []
  })
}
