/** Converts unix seconds to the value of a local date-time field; empty without a time. */
export function localTime(at: number | undefined): string {
  if (!at || !Number.isFinite(at)) return ''
  const date = new Date(at * 1000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Converts the value of a local date-time field to unix seconds; undefined when empty. */
export function unixOfLocal(local: string): number | undefined {
  return local ? Math.floor(new Date(local).getTime() / 1000) : undefined
}
