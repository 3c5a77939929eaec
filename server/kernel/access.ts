import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { CallSpec, SceneRight } from '@belvedere/contract/kit/define-calls.ts'
import sql, { type Sql } from 'sql-template-tag'
import { refuse } from './refuse.ts'

/** Scene mode of read-only access. */
export const READ_ONLY_MODE = 3
/** Mode of the scenes of the own team. */
const OWN_MODE = 0

/** The rights that a call needs. */
export type RequiredRights = Pick<CallSpec, 'who' | 'scene'>

interface Caller {
  uid: number
  team_id: number
  is_admin: boolean
  /** Permissions of the role, in the own team and its scenes. */
  permissions: Iterable<string>
  /** Mode by scene id; undefined: the system itself, which sees everything. */
  modes: ReadonlyMap<number, number> | undefined
  /** Permissions of a share in its scene, by its mode; a missing mode has none. */
  shares?: ReadonlyMap<number, ReadonlySet<string>>
}

/** The rights of a caller in one call. */
interface Narrowed {
  /** All scenes of the caller, and the derived ones, by the remaining modes. */
  whole: SceneModes
  parts: Map<string, SceneModes>
  /** False: the role lacks the permission, so nothing of the own team is accessible. */
  team: boolean
  permission: string
  /** Only objects of the own team may be written. */
  asks: 'write' | 'own'
}

/** Scenes by permitted access. Cached, because every request needs them and there may be thousands. */
interface SceneModes {
  readonly modes: ReadonlyMap<number, number> | undefined
  /** The modes in use: few for any number of scenes. */
  readonly present: readonly number[]
  readonly seen: number[]
  readonly owned: number[]
  readonly writable: number[]
}

function scenesOf(modes: ReadonlyMap<number, number> | undefined): SceneModes {
  const all = [...(modes ?? [])]
  const idsOf = (wanted: (mode: number) => boolean) => all.flatMap(([id, mode]) => (wanted(mode) ? [id] : []))
  return {
    modes,
    present: [...new Set(modes?.values())],
    seen: all.map(([id]) => id),
    owned: idsOf((mode) => mode === OWN_MODE),
    writable: idsOf((mode) => mode !== READ_ONLY_MODE),
  }
}

/**
 * Isolates customers. A store adds `access.sees(column)` or `access.writes(column)` to every query, so that rows of foreign scenes are
 * never returned, even if a handler has no check.
 */
export class Access {
  readonly uid: number
  readonly team_id: number
  readonly is_admin: boolean
  readonly permissions: ReadonlySet<string>
  private readonly modes: ReadonlyMap<number, number> | undefined
  private readonly shares: ReadonlyMap<number, ReadonlySet<string>>
  private readonly narrowed: Narrowed
  private readonly scenes: SceneModes
  private readonly calls = new Map<string, Access>()

  constructor(who: Caller, scenes = scenesOf(who.modes), narrowed?: Narrowed) {
    this.uid = who.uid
    this.team_id = who.team_id
    this.is_admin = who.is_admin
    this.permissions = who.permissions instanceof Set ? who.permissions : new Set(who.permissions)
    this.shares = who.shares ?? new Map()
    this.scenes = scenes
    this.modes = scenes.modes
    this.narrowed = narrowed ?? { whole: scenes, parts: new Map(), team: true, permission: '', asks: 'write' }
  }

  /** For jobs, gateways and migrations: no user, every scene. */
  static readonly system = new Access({ uid: 0, team_id: 0, is_admin: true, permissions: [], modes: undefined })

  /**
   * The same caller in one call: sees only the scenes in which this call is allowed. Own scenes use the role, shared scenes only the share:
   * the role neither extends nor limits it. Cached, because every call needs it.
   */
  within({ who, scene }: RequiredRights): Access {
    if (!this.modes) return this
    const key = `${who} ${scene}`
    const known = this.calls.get(key)
    if (known) return known
    const allowed = who.includes('.') ? this.narrow(who, scene) : this
    const made = scene === 'own' ? allowed.asOwner() : allowed
    this.calls.set(key, made)
    return made
  }

  private narrow(permission: string, scene: SceneRight): Access {
    const { whole, parts } = this.narrowed
    const left = this.scenes.present.filter(
      (mode) => this.gives(mode, permission) && !(changes(scene) && mode === READ_ONLY_MODE),
    )
    const team = this.narrowed.team && this.permissions.has(permission)
    if (team === this.narrowed.team && left.length === this.scenes.present.length) return this
    const key = left.toSorted((a, b) => a - b).join()
    const part = parts.get(key) ?? scenesOf(new Map([...(whole.modes ?? [])].filter(([, mode]) => left.includes(mode))))
    parts.set(key, part)
    return new Access(this.caller(), part, { ...this.narrowed, team, permission })
  }

  /**
   * The same caller in a call for owners only: shared scenes are readable and not writable, so that store functions need no further check.
   */
  asOwner(): Access {
    if (!this.modes || this.narrowed.asks === 'own') return this
    return new Access(this.caller(), this.scenes, { ...this.narrowed, asks: 'own' })
  }

  private caller(): Caller {
    const { uid, team_id, is_admin, permissions, modes, shares } = this
    return { uid, team_id, is_admin, permissions, modes, shares }
  }

  /** The same caller with other scenes, after one was added or removed. */
  withModes(modes: ReadonlyMap<number, number>): Access {
    return this.modes ? new Access({ ...this.caller(), modes }) : this
  }

  /** Condition on a scene id column: rows of scenes this caller may look at. */
  sees(column: Sql): Sql {
    return this.modes ? sql`${column} = any(${this.scenes.seen}::int[])` : sql`true`
  }

  /** Condition on a scene id column: rows of scenes this caller may change. */
  writes(column: Sql): Sql {
    const { owned, writable } = this.scenes
    return this.modes ? sql`${column} = any(${this.narrowed.asks === 'own' ? owned : writable}::int[])` : sql`true`
  }

  /** Condition on a scene id column: rows of scenes the caller's team owns. */
  ownsScene(column: Sql): Sql {
    return this.modes ? sql`${column} = any(${this.scenes.owned}::int[])` : sql`true`
  }

  /** The same on an array column of scene ids: rows with at least one of them. */
  ownsAnyOf(column: Sql): Sql {
    return this.modes ? sql`${column} && ${this.scenes.owned}::int[]` : sql`true`
  }

  /** Condition on a team id column: rows of the caller's own customer. */
  owns(column: Sql): Sql {
    if (!this.modes) return sql`true`
    return this.narrowed.team ? sql`${column} = ${this.team_id}` : sql`false`
  }

  /** The caller's team, for objects of the whole team; refuses if the call is allowed only in shared scenes. */
  ownTeam(): number {
    if (!this.narrowed.team) throw refuse(commonErrors.noPermission, { permission: this.narrowed.permission })
    return this.team_id
  }

  /** Mode 0..3 of a scene, undefined if the caller has no access. */
  modeOf(scene_id: number): number | undefined {
    return this.modes ? this.modes.get(scene_id) : 0
  }

  /** Those of the scenes that are only shared with the caller, each once. */
  sharedAmong(scene_ids: Iterable<number>): number[] {
    return [...new Set(scene_ids)].filter((id) => (this.modes?.get(id) ?? OWN_MODE) !== OWN_MODE)
  }

  /** Whether the role has a permission in the own team. */
  can(permission: string): boolean {
    return this.modes === undefined || this.permissions.has(permission)
  }

  /** Whether the caller has a permission in a scene: by role in an own one, by its share in any other. */
  canIn(scene_id: number, permission: string): boolean {
    const mode = this.modeOf(scene_id)
    return mode !== undefined && (this.modes === undefined || this.gives(mode, permission))
  }

  /** Whether the caller may make a call in any scene: by role, or by a share if the call concerns scenes. */
  may({ who, scene }: RequiredRights): boolean {
    if (!who.includes('.') || this.can(who)) return true
    if (scene === 'none' || scene === 'own') return false
    return this.scenes.present.some((mode) => mode !== OWN_MODE && this.gives(mode, who))
  }

  /** Permissions of the caller by role, and by a share in some scene. */
  everywhere(): string[] {
    const shared = this.scenes.present.filter((mode) => mode !== OWN_MODE)
    return [...new Set([...this.permissions, ...shared.flatMap((mode) => [...(this.shares.get(mode) ?? [])])])]
  }

  private gives(mode: number, permission: string): boolean {
    return mode === OWN_MODE ? this.permissions.has(permission) : (this.shares.get(mode)?.has(permission) ?? false)
  }

  /**
   * Refuses foreign scenes, read-only ones when something is to change, shared ones when `right` is `own`, and those in which
   * the call is not allowed.
   */
  enter(scene_id: number, right: 'read' | 'write' | 'own'): void {
    const { whole, asks, permission } = this.narrowed
    const mode = whole.modes ? whole.modes.get(scene_id) : OWN_MODE
    if (mode === undefined) throw refuse(commonErrors.foreignScene)
    if (right !== 'read') {
      if (mode === READ_ONLY_MODE) throw refuse(commonErrors.sceneReadOnly)
      if (mode !== OWN_MODE && (right === 'own' || asks === 'own')) throw refuse(commonErrors.ownerOnly)
    }
    if (this.modeOf(scene_id) === undefined) throw refuse(commonErrors.noPermission, { permission })
  }

  /**
   * Refuses shared scenes in a call for owners only, with a message instead of a missing row. `scene_ids`: of the requested objects that
   * the caller sees.
   */
  requireOwned(scene_ids: Iterable<number>): void {
    if (this.ownOnly) for (const id of scene_ids) if (this.modeOf(id) !== undefined) this.enter(id, 'own')
  }

  /** Whether this is a call for owners only. */
  get ownOnly(): boolean {
    return this.modes !== undefined && this.narrowed.asks === 'own'
  }
}

const changes = (right: SceneRight) => right !== 'none' && right !== 'read'
