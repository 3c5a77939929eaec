import { armScript, confirmScript, runningScript } from '@belvedere/pure/device/commit-confirm.ts'
import type { UcentralCommand } from './protocol.ts'
import type { InvalidArgument } from '../../kit/define-protocol.ts'
import type { CommandResult } from '../../kit/facts.ts'
import { numberOf, objectOf, textOf, wholeWithin, type Loose } from '../../kit/coerce.ts'
import { uuidOf } from './decode.ts'
import { readScript, encodeScript, type CommandEncoders } from './encode.ts'

/**
 * Commit-confirm for the access points' client, which does not support it: by shell scripts. The client stores each document as
 * `ucentral.cfg.<number>`, links the active one, and at its start uses the one with the highest number. A rollback therefore
 * removes newer documents, renders the former one again, and restarts the client.
 *
 * The state of a timer is the name of a file: `armed.<uuid>`. Confirmation and rollback both rename it, so only one of them
 * happens. All files are in memory: a device that reboots before `confirm` starts with the document that was active before.
 */
export const scriptedCommitConfirm: CommandEncoders = {
  arm: encodeArm,
  confirm: ({ uuid }) => {
    const number = uuidOf(uuid)
    return number ? reported(confirmScript(number), 20) : { wrong: 'uuid' }
  },
  running: () => ({ ...(encodeScript(runningScript, 20) as UcentralCommand), read: readRunning }),
}

/** Range of the rollback delay in seconds. */
export const armSeconds = { least: 1, most: 3600 }

function encodeArm({ uuid, seconds }: Loose): UcentralCommand | InvalidArgument {
  const number = uuidOf(uuid)
  const wait = wholeWithin(seconds, armSeconds.least, armSeconds.most)
  if (!number) return { wrong: 'uuid' }
  return wait === undefined ? { wrong: 'seconds' } : reported(armScript(number, wait), 20)
}

/** A script whose output is the reason when it fails. */
function reported(script: string, seconds: number): UcentralCommand {
  return { ...(encodeScript(script, seconds) as UcentralCommand), read: readTold }
}

function readTold(given: Record<string, unknown>): CommandResult {
  const { result, msg, data } = readScript(given)
  return { result, msg: result === 0 ? '' : textOf(data.text, 1024)?.trim() || msg }
}

function readRunning(given: Record<string, unknown>): CommandResult {
  const { data } = readScript(given)
  const reported = readTold(given)
  if (reported.result !== 0) return reported
  const config = parsed(data.text)
  if (!config) return { result: 1, msg: 'the device did not print a configuration' }
  return { result: 0, msg: '', data: { uuid: uuidOf(config.uuid) ?? numberOf(given.uuid) ?? 0, config } }
}

function parsed(text: string): Loose | undefined {
  try {
    const value = objectOf(JSON.parse(text))
    return Object.keys(value).length > 0 ? value : undefined
  } catch {
    return undefined
  }
}
