const formats = new Map<string, Intl.DateTimeFormat>()

/** Offset of a time zone from UTC in seconds at a time (unix seconds). Throws for an unknown zone. */
export function zoneOffset(timeZone: string, at: number): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  formats.set(timeZone, format)
  const part = Object.fromEntries(format.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - Math.floor(at)
}

const DAY = 86_400

/** `zoneOffset` of one zone for many times: computed again only on days when the offset changes. */
export function zoneOffsets(timeZone: string): (at: number) => number {
  const midnights = new Map<number, number>()
  const atMidnight = (day: number) => {
    const offset = midnights.get(day) ?? zoneOffset(timeZone, day * DAY)
    midnights.set(day, offset)
    return offset
  }
  return (at) => {
    const day = Math.floor(at / DAY)
    const begins = atMidnight(day)
    return begins === atMidnight(day + 1) ? begins : zoneOffset(timeZone, at)
  }
}
