import type { QueryContext } from '../db.ts'

/** An account, as scenes see it. */
export interface Grantee {
  uid: number
  team_id: number
}

/** A room provides this (the scene room): the scenes of an account. Access is built from it, so it takes none. */
export interface GrantSource {
  /** Mode by id of every accessible scene, own ones first. */
  modesOf(ctx: Pick<QueryContext, 'db'>, who: Grantee): Promise<ReadonlyMap<number, number>>
  /** Unix seconds at which the next of these rights expires; undefined: none expires. */
  nextEnd(ctx: Pick<QueryContext, 'db'>, uid: number): Promise<number | undefined>
}

const mark = Symbol.for('belvedere.grant-source')

/** Export the result from a file of the room; there must be exactly one. */
export function defineGrantSource(source: GrantSource): GrantSource {
  Object.defineProperty(source, mark, { value: true })
  return source
}

export function isGrantSource(value: unknown): value is GrantSource {
  return typeof value === 'object' && value !== null && mark in value
}
