import { armScript, confirmScript, runningScript } from '@belvedere/pure/device/commit-confirm.ts'
import type { UcentralCommand } from './protocol.ts'
import type { InvalidArgument } from '../../kit/define-protocol.ts'
import type { CommandResult } from '../../kit/facts.ts'
import { numberOf, objectOf, textOf, wholeWithin, type Loose } from '../../kit/coerce.ts'
import { uuidOf } from './decode.ts'
import { readScript, encodeScript, type CommandEncoders } from './encode.ts'

/**
 * Commit-confirm for the access points' client, which has none of its own: by shell scripts. The client keeps each document
 * as `ucentral.cfg.<number>`, links the active one, and at its start takes the one with the highest number; so returning is
 * to remove what is newer, to have the former rendered again, and to start the client afresh so that it knows.
 *
 * The state of a timer is the name of a file: `armed.<uuid>`. Confirming and returning both rename it, so only one of them
 * happens. All of it lies in memory: a device that boots before it is told `confirm` stays with the new configuration.
 */
export const scriptedCommitConfirm: CommandEncoders = {
  arm: encodeArm,
  confirm: ({ uuid }) => {
    const number = uuidOf(uuid)
    return number ? reported(confirmScript(number), 20) : { wrong: 'uuid' }
  },
  running: () => ({ ...(encodeScript(runningScript, 20) as UcentralCommand), read: readRunning }),
}

/** Seconds a device may be told to wait before it returns. */
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
