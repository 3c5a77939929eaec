import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Effective, IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { MemoTree } from '@belvedere/pure/collection/memo-tree.ts'
import type { Compile, Compiled, Refusal, Reported } from '../compile.ts'
import { Draft, type Json } from './draft.ts'
import { notTaken } from './not-taken.ts'
import { applyRaw } from './overlay.ts'

/** A part of a document that can be compiled independently of the others. */
export interface Part<Hardware> {
  /** The members of the document that it reads and writes; no other part does. */
  members: readonly string[]
  kinds: readonly Exclude<IntentKind, 'raw'>[]
  /** Most devices have their own intents here: checking for similar devices does not pay. */
  own?: true
  compile(draft: Draft, effective: Effective, hardware: Hardware, reported: Reported): void
}

/** The reason why a document must not be sent; undefined: none. */
export type Missing<Hardware> = (
  document: Json,
  from: { base: Json; hardware: Hardware; reported: Reported },
) => Words | undefined

/**
 * Builds a compiler from parts, in their order. Raw settings come last and may change any member, so that the document of a
 * device with raw settings is compiled as a whole. `first`: the document of a device without one, the same object for the same
 * hardware.
 */
export function inParts<Hardware>(
  able: (capabilities: Json) => Hardware,
  first: (hardware: Hardware) => Json,
  parts: readonly Part<Hardware>[],
  missing?: Missing<Hardware>,
): Compile {
  const owner = new Map(parts.flatMap(({ members }, at) => members.map((member) => [member, at] as const)))
  const known = new Set<string>(['raw', ...parts.flatMap(({ kinds }) => kinds)])
  return (effective, capabilities, base, alike, reported = unreported) => {
    const hardware = able(capabilities)
    const from = base ?? first(hardware)
    const lacks = (document: Json) => missing?.(document, { base: from, hardware, reported })
    let unlaid: Compiled | undefined
    if (!isEmpty(effective.raw)) {
      const whole = compileWhole(parts, known, effective, hardware, from, reported)
      const why = lacks(whole.document)
      if (!why) return whole
      // raw settings that cause the obstacle are left out by name, and the rest is sent
      unlaid = refusing(Object.keys(effective.raw ?? {}), why)
    }
    const made = parts.map((part, at) => compilePart(part, at, effective, hardware, from, alike, reported))
    const document = join(from, made, owner)
    const why = lacks(document)
    const strange = strangersIn(effective, known)
    if (strange.length > 0) made.push({ document: {}, explanation: {}, refusals: strange })
    return new Joined(document, unlaid && !why ? [...made, unlaid] : made, why)
  }
}

/** None of these raw settings is sent. */
function refusing(keys: readonly string[], why: Words): Compiled {
  return { document: {}, explanation: {}, refusals: keys.map((key) => ({ intent: `raw/${key}`, reason: why })) }
}

const unreported: Reported = { uplinks: [] }

/** Intents of kinds that the family does not support. */
function strangersIn(effective: Effective, known: ReadonlySet<string>): Refusal[] {
  let strange: Refusal[] | undefined
  for (const kind in effective) {
    if (known.has(kind)) continue
    for (const key in effective[kind as IntentKind])
      (strange ??= []).push({ intent: `${kind}/${key}`, reason: notTaken(kind as IntentKind), aside: true })
  }
  return strange ?? none
}

function compileWhole<Hardware>(
  parts: readonly Part<Hardware>[],
  known: ReadonlySet<string>,
  effective: Effective,
  hardware: Hardware,
  base: Json,
  reported: Reported,
): Compiled {
  const draft = new Draft(base)
  for (const part of parts) part.compile(draft, effective, hardware, reported)
  applyRaw(draft, effective.raw)
  for (const { intent, reason } of strangersIn(effective, known)) draft.aside(intent, reason)
  return draft.finish()
}

/** Undefined: there are no intents for it. */
function compilePart<Hardware>(
  part: Part<Hardware>,
  at: number,
  effective: Effective,
  hardware: Hardware,
  base: Json,
  alike: MemoTree<Compiled> | undefined,
  reported: Reported,
): Compiled | undefined {
  const { kinds, members } = part
  if (kinds.every((kind) => isEmpty(effective[kind]))) return undefined
  const make = () => {
    const own: Json = {}
    for (const member of members) if (member in base) own[member] = base[member]
    const draft = new Draft(own)
    part.compile(draft, effective, hardware, reported)
    return draft.finish()
  }
  if (!alike || part.own) return make()
  const from: unknown[] = [at, hardware, reported.uplinks.join(), reported.powers?.join(), reported.upstream?.join()]
  for (const member of members) from.push(base[member])
  for (const kind of kinds) from.push(effective[kind])
  return alike.once(from, make)
}

/** Members stay in the order of the base; new ones follow in the order of the parts. */
function join(base: Json, made: readonly (Compiled | undefined)[], owner: ReadonlyMap<string, number>): Json {
  const document: Json = {}
  for (const member of Object.keys(base)) {
    const part = made[owner.get(member) ?? -1]
    if (!part) document[member] = base[member]
    else if (member in part.document) document[member] = part.document[member]
  }
  for (const part of made)
    if (part)
      for (const member of Object.keys(part.document))
        if (!(member in document)) document[member] = part.document[member]
  return document
}

const isEmpty = (intents: object | undefined): boolean => {
  for (const _ in intents) return false
  return true
}

const none: Refusal[] = []

/** Parts change different members, so their explanations can be merged directly. */
class Joined implements Compiled {
  readonly document: Json
  readonly missing?: Words
  private readonly parts: readonly (Compiled | undefined)[]

  constructor(document: Json, parts: readonly (Compiled | undefined)[], missing: Words | undefined) {
    this.document = document
    this.parts = parts
    if (missing) this.missing = missing
  }

  get refusals(): Compiled['refusals'] {
    return this.parts.some((part) => part?.refusals.length) ? this.parts.flatMap((part) => part?.refusals ?? []) : none
  }

  get explanation(): Compiled['explanation'] {
    return Object.assign({}, ...this.parts.map((part) => part?.explanation)) as Compiled['explanation']
  }
}
