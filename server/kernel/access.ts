import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { CallSpec, SceneRight } from '@belvedere/contract/kit/define-calls.ts'
import sql, { type Sql } from 'sql-template-tag'
import { refuse } from './refuse.ts'

/** Scene mode that allows looking only. */
export const READ_ONLY_MODE = 3
/** Mode of the scenes of the own team. */
const OWN_MODE = 0

/** What a call asks of its caller. */
export type RequiredRights = Pick<CallSpec, 'who' | 'scene'>

interface Caller {
  uid: number
  team_id: number
  is_admin: boolean
  /** What the role gives, in the own team and its scenes. */
  permissions: Iterable<string>
  /** Mode by scene id; undefined: the system itself, which sees everything. */
  modes: ReadonlyMap<number, number> | undefined
  /** What a share gives in its scene, by the mode it gives; a mode that is not named gives nothing. */
  shares?: ReadonlyMap<number, ReadonlySet<string>>
}

/** What is left of a caller's rights in one call. */
interface Narrowed {
  /** Scenes the caller may enter for anything, and what was made of them, by the modes that are left. */
  whole: SceneModes
  parts: Map<string, SceneModes>
  /** False: the permission is not the role's, so that nothing of the own team is in reach. */
  team: boolean
  permission: string
  /** What is written is only what the own team owns. */
  asks: 'write' | 'own'
}

/** Scenes by what may be done in them. Every request asks for them, and there may be thousands. */
interface SceneModes {
  readonly modes: ReadonlyMap<number, number> | undefined
  /** The modes there are: few, whatever the number of scenes. */
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
 * The wall between customers. A store adds `access.sees(column)` or `access.writes(column)` to every query, so that no row
 * of a foreign scene can leave it, whatever a handler forgets.
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
   * The same caller in one call: sees only the scenes in which this call is allowed. In scenes of the own team the role
   * decides, in a shared one the share alone: the role neither extends nor limits it. Kept, as every call asks for it.
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
   * The same caller in a call that is the owner's alone: scenes that are only shared are seen and not written, so that
   * every store function keeps to it without knowing.
   */
  asOwner(): Access {
    if (!this.modes || this.narrowed.asks === 'own') return this
    return new Access(this.caller(), this.scenes, { ...this.narrowed, asks: 'own' })
  }

  private caller(): Caller {
    const { uid, team_id, is_admin, permissions, modes, shares } = this
    return { uid, team_id, is_admin, permissions, modes, shares }
  }

  /** The same caller with other scenes: after one came or went. */
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

  /** The same on a column that lists scene ids: rows in which there is one of them. */
  ownsAnyOf(column: Sql): Sql {
    return this.modes ? sql`${column} && ${this.scenes.owned}::int[]` : sql`true`
  }

  /** Condition on a team id column: rows of the caller's own customer. */
  owns(column: Sql): Sql {
    if (!this.modes) return sql`true`
    return this.narrowed.team ? sql`${column} = ${this.team_id}` : sql`false`
  }

  /** The caller's team, for what belongs to all of it; refuses where the call is allowed in shared scenes alone. */
  ownTeam(): number {
    if (!this.narrowed.team) throw refuse(commonErrors.noPermission, { permission: this.narrowed.permission })
    return this.team_id
  }

  /** Mode 0..3 of a scene, undefined when it is not the caller's. */
  modeOf(scene_id: number): number | undefined {
    return this.modes ? this.modes.get(scene_id) : 0
  }

  /** Those of the scenes that are only shared with the caller, each once. */
  sharedAmong(scene_ids: Iterable<number>): number[] {
    return [...new Set(scene_ids)].filter((id) => (this.modes?.get(id) ?? OWN_MODE) !== OWN_MODE)
  }

  /** Whether the role gives a permission, in the own team. */
  can(permission: string): boolean {
    return this.modes === undefined || this.permissions.has(permission)
  }

  /** Whether the caller has a permission in a scene: by role in an own one, by its share in any other. */
  canIn(scene_id: number, permission: string): boolean {
    const mode = this.modeOf(scene_id)
    return mode !== undefined && (this.modes === undefined || this.gives(mode, permission))
  }

  /** Whether the caller may make a call at all: by role, or somewhere by a share where it is about scenes. */
  may({ who, scene }: RequiredRights): boolean {
    if (!who.includes('.') || this.can(who)) return true
    if (scene === 'none' || scene === 'own') return false
    return this.scenes.present.some((mode) => mode !== OWN_MODE && this.gives(mode, who))
  }

  /** What the caller may do by role, and by a share in some scene. */
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
   * Refuses, in a call that is the owner's alone, what stands in scenes that are only shared: a sentence in place of a
   * row that is missing. `scene_ids`: of what was asked for and the caller sees.
   */
  requireOwned(scene_ids: Iterable<number>): void {
    if (this.ownOnly) for (const id of scene_ids) if (this.modeOf(id) !== undefined) this.enter(id, 'own')
  }

  /** Whether this is a call of the owner alone. */
  get ownOnly(): boolean {
    return this.modes !== undefined && this.narrowed.asks === 'own'
  }
}

const changes = (right: SceneRight) => right !== 'none' && right !== 'read'
