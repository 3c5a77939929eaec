import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import sql, { type Sql } from 'sql-template-tag'
import { refuse } from './refuse.ts'

/** Scene mode that allows looking only (SPEC section 6). */
export const READ_ONLY_MODE = 3

/**
 * The wall between customers. A store adds `access.sees(column)` or `access.writes(column)` to every query, so that no row
 * of a foreign scene can leave it, whatever a handler forgets.
 */
export class Access {
  readonly uid: number
  readonly team_id: number
  readonly is_admin: boolean
  readonly permissions: ReadonlySet<string>
  private readonly modes: ReadonlyMap<number, number> | undefined
  private readonly seen: number[]
  private readonly written: number[]

  constructor(who: {
    uid: number
    team_id: number
    is_admin: boolean
    permissions: Iterable<string>
    /** Mode by scene id; undefined: the system itself, which sees everything. */
    modes: ReadonlyMap<number, number> | undefined
  }) {
    this.uid = who.uid
    this.team_id = who.team_id
    this.is_admin = who.is_admin
    this.permissions = new Set(who.permissions)
    this.modes = who.modes
    this.seen = who.modes ? [...who.modes.keys()] : []
    this.written = who.modes ? this.seen.filter((id) => who.modes?.get(id) !== READ_ONLY_MODE) : []
  }

  /** For jobs, gateways and migrations: no user, every scene. */
  static readonly system = new Access({ uid: 0, team_id: 0, is_admin: true, permissions: [], modes: undefined })

  /** Condition on a scene id column: rows of scenes this caller may look at. */
  sees(column: Sql): Sql {
    return this.modes ? sql`${column} = any(${this.seen}::int[])` : sql`true`
  }

  /** Condition on a scene id column: rows of scenes this caller may change. */
  writes(column: Sql): Sql {
    return this.modes ? sql`${column} = any(${this.written}::int[])` : sql`true`
  }

  /** Condition on a team id column: rows of the caller's own customer. */
  owns(column: Sql): Sql {
    return this.modes ? sql`${column} = ${this.team_id}` : sql`true`
  }

  /** Mode 0..3 of a scene, undefined when it is not the caller's. */
  modeOf(scene_id: number): number | undefined {
    return this.modes ? this.modes.get(scene_id) : 0
  }

  can(permission: string): boolean {
    return this.modes === undefined || this.permissions.has(permission)
  }

  /** Refuses foreign scenes, and read-only ones when `right` is `write`. */
  enter(scene_id: number, right: 'read' | 'write'): void {
    const mode = this.modeOf(scene_id)
    if (mode === undefined) throw refuse(commonErrors.foreignScene)
    if (right === 'write' && mode === READ_ONLY_MODE) throw refuse(commonErrors.sceneReadOnly)
  }
}
