/** Rows that a deletion removes, with all rows that refer to them by foreign keys in any room, complete enough to restore them. */
export interface DeletedSnapshot {
  /** Table of what was removed itself. */
  readonly root: string
  /** Rows as JSON texts by table; those that are referred to before those that refer. */
  readonly tables: readonly { table: string; rows: readonly string[] }[]
  /** References that a deletion only emptied: key of each row (JSON text) and what it referred to. */
  readonly links: readonly { table: string; column: string; to: unknown; key: string }[]
  /** Rows that must stay as long as this is kept, because rows here refer to them: `device_content:12`. */
  readonly holds: readonly string[]
}
