import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import sql, { type Sql } from 'sql-template-tag'
import { refuse } from './refuse.ts'

/** Scene mode that allows looking only (SPEC section 6). */
export const READ_ONLY_MODE = 3
/** Mode of the scenes of the own team. */
const OWN_MODE = 0

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
  private readonly owned: number[]
  private readonly written: number[]
  /** What is written is only what the own team owns. */
  private readonly asks: 'write' | 'own'

  constructor(who: {
    uid: number
    team_id: number
    is_admin: boolean
    permissions: Iterable<string>
    /** Mode by scene id; undefined: the system itself, which sees everything. */
    modes: ReadonlyMap<number, number> | undefined
    asks?: 'write' | 'own'
  }) {
    this.uid = who.uid
    this.team_id = who.team_id
    this.is_admin = who.is_admin
    this.permissions = new Set(who.permissions)
    this.modes = who.modes
    this.seen = who.modes ? [...who.modes.keys()] : []
    this.asks = who.asks ?? 'write'
    this.owned = this.seen.filter((id) => who.modes?.get(id) === OWN_MODE)
    this.written = this.asks === 'own' ? this.owned : this.seen.filter((id) => who.modes?.get(id) !== READ_ONLY_MODE)
  }

  /**
   * The same caller in a call that is the owner's alone: scenes that are only shared are seen and not written, so that
   * every store function keeps to it without knowing.
   */
  asOwner(): Access {
    return this.modes && this.asks !== 'own' ? new Access({ ...this, modes: this.modes, asks: 'own' }) : this
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

  /** Condition on a scene id column: rows of scenes the caller's team owns. */
  ownsScene(column: Sql): Sql {
    return this.modes ? sql`${column} = any(${this.owned}::int[])` : sql`true`
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

  /** Refuses foreign scenes, read-only ones when `right` is `write`, and shared ones when it is `own`. */
  enter(scene_id: number, right: 'read' | 'write' | 'own'): void {
    const mode = this.modeOf(scene_id)
    if (mode === undefined) throw refuse(commonErrors.foreignScene)
    if (right === 'read') return
    if (mode === READ_ONLY_MODE) throw refuse(commonErrors.sceneReadOnly)
    if (mode !== OWN_MODE && (right === 'own' || this.asks === 'own')) throw refuse(commonErrors.ownerOnly)
  }

  /**
   * Refuses, in a call that is the owner's alone, what stands in scenes that are only shared: a sentence in place of a
   * row that is missing. `scene_ids`: of what was asked for and the caller sees.
   */
  requireOwned(scene_ids: Iterable<number>): void {
    if (this.asks === 'own') for (const id of scene_ids) if (this.modeOf(id) !== undefined) this.enter(id, 'own')
  }

  /** Whether this is a call of the owner alone. */
  get ownOnly(): boolean {
    return this.modes !== undefined && this.asks === 'own'
  }
}
