import { intentKinds } from '@belvedere/contract/kit/intent/kinds.ts'

type JsonDocument = Record<string, unknown>

/** One difference between two documents. Without `before` or `after` the place does not exist in that document. */
export interface DocumentChange {
  /**
   * Steps separated by `/`; in lists by the identifying member of an entry (`name=WAN`), so that it stays the same when
   * entries move.
   */
  place: string
  before?: unknown
  after?: unknown
}

const escape = (step: string) => step.replaceAll('~', '~0').replaceAll('/', '~1')
const unescape = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')
const isObject = (value: unknown): value is JsonDocument =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Members that identify an entry of a list, in order of preference: those of all documents, then those of intent kinds.
 */
const marks = [
  'name',
  'band',
  'select-ports',
  'id',
  'location',
  ...intentKinds.flatMap(({ fields }) => Object.values(fields).flatMap(({ identity }) => identity ?? [])),
]

function markOf(entry: JsonDocument): string | undefined {
  const name = marks.find(
    (one) => typeof entry[one] === 'string' || typeof entry[one] === 'number' || Array.isArray(entry[one]),
  )
  return name && `${name}=${([] as unknown[]).concat(entry[name]).join(',')}`
}

/** Entries of a list by an identifying step; undefined: a list of plain values, which is one value. */
function stepsInto(list: readonly unknown[]): Map<string, unknown> | undefined {
  if (!list.every(isObject)) return undefined
  const seen = new Map<string, number>()
  return new Map(
    list.map((entry, at) => {
      const mark = markOf(entry) ?? `#${at}`
      const n = (seen.get(mark) ?? 0) + 1
      seen.set(mark, n)
      return [n === 1 ? mark : `${mark};${n}`, entry]
    }),
  )
}

/** Children of a value by step; undefined: it has none. */
function childrenOf(value: unknown): Map<string, unknown> | undefined {
  if (isObject(value)) return new Map(Object.entries(value))
  return Array.isArray(value) && value.length > 0 ? stepsInto(value) : undefined
}

/** Every difference between two documents; the order of entries and members is ignored. */
export function changesOf(before: unknown, after: unknown): DocumentChange[] {
  const changes: DocumentChange[] = []
  walk(before, after, '', changes)
  return changes
}

function walk(before: unknown, after: unknown, at: string, into: DocumentChange[]): void {
  const [left, right] = [childrenOf(before), childrenOf(after)]
  if (left && right && Array.isArray(before) === Array.isArray(after)) {
    for (const [step, value] of left) {
      const place = `${at}/${escape(step)}`
      if (right.has(step)) walk(value, right.get(step), place, into)
      else into.push({ place, before: value })
    }
    for (const [step, value] of right) if (!left.has(step)) into.push({ place: `${at}/${escape(step)}`, after: value })
    return
  }
  if (JSON.stringify(before) !== JSON.stringify(after)) into.push({ place: at, before, after })
}

/** True when the place is `rule`, or below it. */
export const isBelow = (place: string, rule: string): boolean => place === rule || place.startsWith(`${rule}/`)

const stepsOf = (place: string) => place.split('/').slice(1).map(unescape)

/** The JSON pointer of a place in this document; undefined: it does not exist. */
export function pointerOf(document: unknown, place: string): string | undefined {
  let here = document
  let pointer = ''
  for (const step of stepsOf(place)) {
    const key = keyOf(here, step)
    if (key === undefined) return undefined
    pointer += `/${escape(key)}`
    here = (here as JsonDocument)[key]
  }
  return pointer
}

function keyOf(here: unknown, step: string): string | undefined {
  if (isObject(here)) return Object.hasOwn(here, step) ? step : undefined
  if (!Array.isArray(here)) return undefined
  const at = [...(stepsInto(here)?.keys() ?? [])].indexOf(step)
  return at < 0 ? undefined : String(at)
}

/** A copy of the document with a change applied. It is unchanged when the parent of the place is missing. */
export function withChange(document: unknown, { place, after }: DocumentChange): unknown {
  return put(document, stepsOf(place), after)
}

function put(here: unknown, [step, ...rest]: string[], value: unknown): unknown {
  if (step === undefined) return value
  if (isObject(here)) {
    const child = put(here[step], rest, value)
    const { [step]: _, ...others } = here
    if (child !== undefined) return { ...here, [step]: child }
    return others
  }
  if (!Array.isArray(here)) return here === undefined && rest.length === 0 ? undefined : here
  const at = Number(keyOf(here, step) ?? -1)
  if (at < 0) return rest.length === 0 && value !== undefined ? [...(here as unknown[]), value] : here
  const child = put(here[at], rest, value)
  return child === undefined ? here.toSpliced(at, 1) : here.toSpliced(at, 1, child)
}

/** Intents that set the value at a pointer, or its parent. */
export function intentsAt(explanation: Readonly<Record<string, string[]>>, pointer: string): string[] {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const told = explanation[at]
    if (told) return told
    if (!at.includes('/')) return []
  }
}
