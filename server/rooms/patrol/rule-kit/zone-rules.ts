/** Whether clocks of two time zones show the same at a time, unix seconds. An unknown zone counts as equal. */
export function sameHour(one: string, other: string, at: number): boolean {
  const [a, b] = [shownIn(one, at), shownIn(other, at)]
  return a === undefined || b === undefined || a === b
}

function shownIn(timeZone: string, at: number): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at * 1000)
  } catch {
    return undefined
  }
}
