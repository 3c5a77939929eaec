import type { CommandResult } from '../../kit/facts.ts'
import type { UcentralCommand } from './protocol.ts'
import type { InvalidArgument } from '../../kit/define-protocol.ts'
import { isCaptureFilter } from '@belvedere/pure/protocol/capture-filter.ts'
import { objectOf, textOf, wholeWithin, type Loose } from '../../kit/coerce.ts'
import { readStatus } from './encode.ts'

/** Bytes kept of each packet when the number of packets is unknown: the device holds the file in memory. */
const HEADERS = 128
const WHOLE = 1600
/** Time limit of the client for the command in seconds; after it there is no file. */
const LONGEST = 600

/** Limited by packets or by time: the firmware does not support both. The filter is one argument, and must not be an option. */
export function encodeCapture(args: Loose): UcentralCommand | InvalidArgument {
  const name = textOf(args.interface, 15)
  if (name === undefined || !/^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(name)) return { wrong: 'interface' }
  const uri = textOf(args.uri, 2048)
  if (uri === undefined || !/^https?:\/\/[^\s"'`$\\]+$/.test(uri)) return { wrong: 'uri' }
  const filter = args.filter === undefined || args.filter === '' ? '' : textOf(args.filter, 200)
  if (filter === undefined || !isCaptureFilter(filter)) return { wrong: 'filter' }
  const packets = wholeWithin(args.packets, 1, 5000)
  const seconds = wholeWithin(args.seconds, 1, 60) ?? 15
  const until =
    packets === undefined ? { duration: seconds, snaplen: HEADERS } : { duration: 0, packets, snaplen: WHOLE }
  return {
    method: 'trace',
    params: { when: 0, interface: name, ...until, uri, ...(filter ? { filter } : {}) },
    timeout: ((packets === undefined ? seconds : LONGEST) + 30) * 1000,
    read: readCapture,
  }
}

/** `text` is only "Failed". */
function readCapture(result: Record<string, unknown>): CommandResult {
  const end = readStatus(result)
  const why = textOf(objectOf(result.status).resultText, 512)
  return end.result === 0 || why === undefined ? end : { ...end, msg: why }
}
