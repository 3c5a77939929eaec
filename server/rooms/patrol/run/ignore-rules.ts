/** An ignored finding. */
export interface Ignored {
  id: number
  code: string
  /** 0: on the scene itself; null: on any device. */
  device_id: number | null
  reason: string
  until: number | null
  by: string
}

const counts = ({ until }: Ignored, now: number) => until === null || until > now

/** The rule that ignores a finding on a device; one for the device comes before one for all. */
export function ignoreOf(
  code: string,
  device_id: number,
  ignored: readonly Ignored[],
  now: number,
): Ignored | undefined {
  const fitting = ignored.filter((one) => one.code === code && counts(one, now))
  return fitting.find((one) => one.device_id === device_id) ?? fitting.find((one) => one.device_id === null)
}

interface IgnorableFinding {
  code: string
  found: number
  hits: readonly { device_id: number }[]
}

/** The number of devices of a finding that are ignored. */
export function ignoredBy({ code, found, hits }: IgnorableFinding, ignored: readonly Ignored[], now: number): number {
  if (ignored.some((one) => one.code === code && one.device_id === null && counts(one, now))) return found
  return hits.filter(({ device_id }) => ignoreOf(code, device_id, ignored, now)).length
}
