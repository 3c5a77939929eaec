type MentionedKind = 'device' | 'scene' | 'device-group'

/** The object kinds that the numbers of a field refer to; `kind.field` where an object kind differs. */
const fields: Readonly<Record<string, MentionedKind>> = {
  scene_id: 'scene',
  scene_ids: 'scene',
  device_id: 'device',
  main_device_id: 'device',
  ids: 'device',
  'device-timer.group_id': 'device-group',
}

/** Maximum for one operation; further ones are displayed as numbers. */
const MOST = 200

/** The objects to which the states of an operation refer by number, as `device:12`. */
export function mentionedIn(
  object: string,
  ...states: readonly (Readonly<Record<string, unknown>> | null)[]
): string[] {
  const of = object.split(':')[0] ?? ''
  const found = new Set<string>()
  for (const state of states)
    for (const [field, value] of Object.entries(state ?? {})) {
      const kind = fields[`${of}.${field}`] ?? fields[field]
      if (kind) for (const id of [value].flat()) note(found, kind, id)
      if (field === 'group_of' && value && typeof value === 'object')
        for (const [device, group] of Object.entries(value)) {
          note(found, 'device', Number(device))
          note(found, 'device-group', group)
        }
    }
  return [...found].slice(0, MOST)
}

function note(found: Set<string>, kind: MentionedKind, id: unknown): void {
  if (Number.isSafeInteger(id) && Number(id) > 0 && Number(id) < 2 ** 31) found.add(`${kind}:${String(id)}`)
}
