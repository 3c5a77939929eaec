type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** Whether two values of the same shape are equal. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((one: JsonValue, at) => isSameValue(one, b[at]))
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key in left) if (!isSameValue(left[key], right[key])) return false
  return true
}

/** Things by id in their last version, with the number of the update in which each was added, changed or removed. */
export class ChangeLog<T extends { id: string }> {
  private readonly known = new Map<string, { told: number; value: T | undefined }>()
  private present = 0

  /** Includes removed ones. */
  get size(): number {
    return this.known.size
  }

  /** More removed things are stored than existing ones. */
  get isStale(): boolean {
    return this.known.size > 2 * this.present + 100
  }

  /** Stores the current things as update `reported`. True: something changed. */
  tell(list: readonly T[], reported: number): boolean {
    let different = false
    const there = new Set<string>()
    for (const value of list) {
      there.add(value.id)
      const before = this.known.get(value.id)?.value
      if (before !== undefined && isSameValue(value, before)) continue
      this.known.set(value.id, { told: reported, value })
      different = true
    }
    this.present = there.size
    for (const [id, { value }] of this.known) {
      if (value === undefined || there.has(id)) continue
      this.known.set(id, { told: reported, value: undefined })
      different = true
    }
    return different
  }

  /** What was added or changed, and what was removed, after an update. */
  since(reported: number): { list: T[]; gone: string[] } {
    const list: T[] = []
    const gone: string[] = []
    for (const [id, one] of this.known) {
      if (one.told <= reported) continue
      if (one.value === undefined) gone.push(id)
      else list.push(one.value)
    }
    return { list, gone }
  }
}
