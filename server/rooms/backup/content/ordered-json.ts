/** JSON with sorted members, indented by two spaces: the same text for the same document. */
export function orderedJson(value: unknown): string {
  return JSON.stringify(ordered(value), null, 2)
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([key, one]) => [key, ordered(one)]))
}
