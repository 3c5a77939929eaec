/** Unix seconds as what a local date-time field takes; nothing for no time. */
export function localTime(at: number | undefined): string {
  if (!at || !Number.isFinite(at)) return ''
  const date = new Date(at * 1000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What a local date-time field holds as unix seconds; undefined when it is empty. */
export function unixOfLocal(local: string): number | undefined {
  return local ? Math.floor(new Date(local).getTime() / 1000) : undefined
}
