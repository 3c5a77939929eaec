/** Hours of a day in which an action is allowed: `{ from: '22:00', to: '05:00' }` spans midnight. */
export interface UpgradeHours {
  from: string
  to: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether that time is within the hours, in that time zone. An unknown zone counts as UTC. */
export function inHours(hours: UpgradeHours | undefined, at: number, time_zone: string): boolean {
  if (!hours || hours.from === hours.to) return true
  const now = clockOf(at, time_zone)
  return hours.from < hours.to ? now >= hours.from && now < hours.to : now >= hours.from || now < hours.to
}

function clockOf(at: number, time_zone: string): string {
  let format = formats.get(time_zone)
  if (!format) formats.set(time_zone, (format = formatOf(time_zone)))
  return format.format(at * 1000)
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  }
}
