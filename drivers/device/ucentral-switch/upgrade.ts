import type { UcentralCommand } from '../../protocol/ucentral/protocol.ts'
import type { InvalidArgument } from '../../kit/define-protocol.ts'
import type { CommandResult } from '../../kit/facts.ts'
import { objectOf, textOf, type Loose } from '../../kit/coerce.ts'
import { encodeUpgrade } from '../../protocol/ucentral/encode.ts'

/** Download and installation, ms. */
const PATIENCE = 1_200_000

/** A switch accepts at once, reports its progress by events, then restarts: the last event or the restart is the end. */
export function encodeSwitchUpgrade(args: Loose): UcentralCommand | InvalidArgument {
  const command = encodeUpgrade(args, PATIENCE)
  return 'wrong' in command ? command : { ...command, settles: settlesUpgrade, restarts: true }
}

function settlesUpgrade(method: string, params: Record<string, unknown>): CommandResult | undefined {
  if (method !== 'event') return undefined
  const event = objectOf(objectOf(params).data).event
  const { type, payload } = objectOf(Array.isArray(event) ? event[1] : undefined)
  if (type !== 'firmware_upgrade_status') return undefined
  const { operation, text, reason } = objectOf(payload)
  if (operation === 'success') return { result: 0, msg: '' }
  if (operation === 'fail') return { result: 1, msg: textOf(text ?? reason, 1024) ?? 'firmware_upgrade_status: fail' }
  return undefined
}
