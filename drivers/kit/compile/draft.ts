import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Compiled, Refusal } from '../compile.ts'

export type Json = Record<string, unknown>
type Container = Json | unknown[]

/** Escapes one step of a JSON pointer. */
const pointerStep = (key: string) =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key

/**
 * A document under edit. The base is never changed: edited parts are copied once. Every value that is set is stored with its
 * intents, by its container, so that positions may change until the end.
 */
export class Draft {
  readonly root: Json
  private readonly owned = new Set<Container>()
  /** In the order of recording: fast to write, and evaluated only on demand. */
  private readonly reported: { owner: Container; key: string; by: readonly string[] | undefined }[] = []
  private wholes: Map<Container, string[]> | undefined
  private readonly refused: Refusal[] = []
  private claimed: Set<Json> | undefined
  /** Created while looking for a position; those that stay empty are removed at the end. */
  private fresh: Map<Container, { parent: Json; key: string }> | undefined

  constructor(base: Json) {
    this.root = { ...base }
    this.owned.add(this.root)
  }

  /** The object at a key of an owned object, owned as well; created when there is none. */
  object(parent: Json, key: string): Json {
    return this.take(parent, key, isObject(parent[key]) ? { ...parent[key] } : {}) as Json
  }

  /** The list at a key of an owned object, owned as well; created when there is none. */
  list(parent: Json, key: string): unknown[] {
    const there = parent[key]
    return this.take(parent, key, Array.isArray(there) ? [...(there as unknown[])] : []) as unknown[]
  }

  /** The object at an index of an owned list, owned as well. */
  item(list: unknown[], at: number): Json {
    const there = list[at]
    if (isObject(there) && this.owned.has(there)) return there
    const mine = isObject(there) ? { ...there } : {}
    this.owned.add(mine)
    list[at] = mine
    return mine
  }

  /** A new object at the end of an owned list; values in it without an explanation come from `by`. */
  append(list: unknown[], made: Json, by: readonly string[]): Json {
    this.owned.add(made)
    ;(this.wholes ??= new Map()).set(made, [...by])
    list.push(made)
    return made
  }

  /** Marks an owned object as the subject of an intent, so that no other intent uses it. */
  taken(one: Json): Json {
    ;(this.claimed ??= new Set()).add(one)
    return one
  }

  isTaken(one: Json): boolean {
    return this.claimed?.has(one) ?? false
  }

  /** The presence of an owned object at its position comes from `by`. */
  note(one: Json, ...by: string[]): void {
    this.wholes ??= new Map()
    this.wholes.set(one, [...new Set([...(this.wholes.get(one) ?? []), ...by])])
  }

  private take(parent: Json, key: string, copy: Container): Container {
    const there = parent[key] as Container
    if (typeof there === 'object' && there !== null && this.owned.has(there)) return there
    this.owned.add(copy)
    if (there === undefined) (this.fresh ??= new Map()).set(copy, { parent, key })
    parent[key] = copy
    return copy
  }

  /** Sets a value of an owned object; undefined removes it. */
  set(owner: Json, key: string, value: unknown, ...by: string[]): void {
    if (value === undefined) return this.drop(owner, key)
    owner[key] = value
    this.reported.push({ owner, key, by })
  }

  drop(owner: Json, key: string): void {
    delete owner[key]
    this.reported.push({ owner, key, by: undefined })
  }

  /** Records settings that are not applied as desired. */
  refuse(intent: string, reason: Words, instead?: string): void {
    this.refused.push({ intent, reason, ...(instead === undefined ? {} : { instead }) })
  }

  isRefused(intent: string): boolean {
    return this.refused.some((one) => one.intent === intent)
  }

  /** Records intents that do not apply to a device of this kind. */
  aside(intent: string, reason: Words): void {
    this.refused.push({ intent, reason, aside: true })
  }

  /**
   * Intents of the value at a key of an owned object when `value` replaces it (undefined: it is removed): those without any
   * effect left, and those of the new value.
   */
  replacedBy(owner: Json, key: string, value: unknown): { lost: string[]; kept: string[] } {
    const values = this.valuesTold()
    const lost = new Set<string>()
    const kept = new Set<string>()
    const look = (container: Container, name: string, after: unknown) => {
      const before = (container as Json)[name]
      const same = JSON.stringify(before) === JSON.stringify(after)
      for (const intent of values.get(container)?.get(name) ?? []) (same ? kept : lost).add(intent)
      if (typeof before !== 'object' || before === null || !this.owned.has(before as Container)) return
      const inside = typeof after === 'object' && after !== null ? (after as Json) : undefined
      if (!inside) for (const intent of this.wholes?.get(before as Container) ?? []) lost.add(intent)
      for (const child of Object.keys(before)) look(before as Container, child, inside && sameIn(inside, before, child))
    }
    look(owner, key, value)
    return { lost: [...lost], kept: [...kept].filter((intent) => !lost.has(intent)) }
  }

  /** The explanation is built on demand: it is needed for few documents. */
  finish(): Compiled {
    if (this.fresh)
      // a list that was removed may have been created again, and filled
      for (const [made, { parent, key }] of [...this.fresh].reverse())
        if (isEmpty(made) && parent[key] === made) delete parent[key]
    return new Finished(this.root, this.refused, () => {
      const into: Compiled['explanation'] = {}
      this.explain(this.root, '', this.valuesTold(), into)
      return into
    })
  }

  private valuesTold(): Map<Container, Map<string, readonly string[]>> {
    const values = new Map<Container, Map<string, readonly string[]>>()
    for (const { owner, key, by } of this.reported) {
      let own = values.get(owner)
      if (!own) values.set(owner, (own = new Map()))
      if (by) own.set(key, [...new Set([...(own.get(key) ?? []), ...by])])
      else own.delete(key)
    }
    return values
  }

  private explain(
    container: Container,
    at: string,
    values: ReadonlyMap<Container, ReadonlyMap<string, readonly string[]>>,
    into: Compiled['explanation'],
  ): void {
    const whole = this.wholes?.get(container)
    if (whole) into[at] = whole
    for (const [key, child] of Object.entries(container)) {
      const by = values.get(container)?.get(key)
      const here = `${at}/${pointerStep(key)}`
      if (by) into[here] = [...by]
      if (typeof child === 'object' && child !== null && this.owned.has(child as Container))
        this.explain(child as Container, here, values, into)
    }
  }
}

class Finished implements Compiled {
  readonly document: Json
  readonly refusals: Refusal[]
  private readonly explain: () => Compiled['explanation']
  private explained: Compiled['explanation'] | undefined

  constructor(document: Json, refusals: Refusal[], explain: () => Compiled['explanation']) {
    this.document = document
    this.refusals = refusals
    this.explain = explain
  }

  get explanation(): Compiled['explanation'] {
    return (this.explained ??= this.explain())
  }
}

/** The counterpart of a child in another container: in lists the entry with the same name. */
function sameIn(other: Container, own: object, child: string): unknown {
  const one = (own as Json)[child]
  const called = isObject(one) ? ['name', 'band'].find((key) => one[key] !== undefined) : undefined
  if (!Array.isArray(other) || !isObject(one) || called === undefined) return (other as Json)[child]
  return other.find((entry) => isObject(entry) && entry[called] === one[called])
}

const isEmpty = (container: Container): boolean => Object.keys(container).length === 0

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Objects of a list, with their indexes; other values are left out. */
export function objectsIn(value: unknown): { at: number; one: Json }[] {
  const found: { at: number; one: Json }[] = []
  if (!Array.isArray(value)) return found
  for (let at = 0; at < value.length; at++) {
    const one: unknown = value[at]
    if (isObject(one)) found.push({ at, one })
  }
  return found
}

/** Texts of a list. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
