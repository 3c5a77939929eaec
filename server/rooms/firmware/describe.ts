import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { fits, isReady, standing } from './rules.ts'
import type { Firmware, FirmwareKind } from './store.ts'

type FirmwareListRow = Out<typeof firmwareCalls.list>['list'][number]

/** An image with the upgrade states of the devices that the caller sees. */
export function rowOf(image: Firmware, kinds: readonly FirmwareKind[]): FirmwareListRow {
  const { team_id, file, family, signature: _, device_signature: __, changed_by: ___, ...rest } = image
  const counts = { fitting: 0, running: 0, behind: 0 }
  if (isReady(image)) {
    for (const kind of kinds) {
      if (!fits(image, kind)) continue
      const how = standing(image, kind.firmware)
      counts.fitting += kind.total
      if (how === 'same') counts.running += kind.total
      if (how === 'behind') counts.behind += kind.total
    }
  }
  return {
    ...rest,
    ...counts,
    models: family === '' ? rest.models : [family],
    sha256: file,
    built_in: team_id === null ? 1 : 0,
    ready: isReady(image) ? 1 : 0,
  }
}
