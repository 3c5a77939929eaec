/** Rows that a deletion removes, with all rows that refer to them by foreign keys in any room, complete enough to restore them. */
export interface DeletedSnapshot {
  /** Table of the removed object itself. */
  readonly root: string
  /** Rows as JSON texts by table; referenced rows before the referring ones. */
  readonly tables: readonly { table: string; rows: readonly string[] }[]
  /** References that a deletion only set to null: key of each row (JSON text) and the former value. */
  readonly links: readonly { table: string; column: string; to: unknown; key: string }[]
  /** Rows that must be kept as long as this snapshot, because its rows refer to them: `device_content:12`. */
  readonly holds: readonly string[]
}
