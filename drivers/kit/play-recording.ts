import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeviceDriver } from './define-device-driver.ts'
import type { Reading } from './reading.ts'
import type { DeviceIdentity } from './facts.ts'

/** One device message as it was on the wire. */
export interface Message {
  method: string
  params: Record<string, unknown>
}

/** Messages of the files in `recordings/`, by file name without extension; a file has one message or a list of them. */
export type Recordings = ReadonlyMap<string, Message[]>

/** Reads every recording of a driver. `folder` is the driver's own, as a path or file URL. Throws on invalid JSON. */
export function readRecordings(folder: string | URL): Recordings {
  const dir = join(folder instanceof URL ? folder.pathname : folder, 'recordings')
  const files = readdirSync(dir)
    .filter((file) => file.endsWith('.json'))
    .sort()
  return new Map(files.map((file) => [file.slice(0, -5), messagesIn(readFileSync(join(dir, file), 'utf8'))]))
}

function messagesIn(text: string): Message[] {
  const parsed: unknown = JSON.parse(text)
  return (Array.isArray(parsed) ? parsed : [parsed]) as Message[]
}

/** The identity of the device with this first message. */
export const identityIn = ({ protocol }: DeviceDriver, { params }: Message): DeviceIdentity =>
  protocol.identify(protocol.readHello(params))

/** Decodes a recording: an identity of each `connect`, a reading of every other message. */
export function playRecording(
  driver: DeviceDriver,
  messages: Message[],
): { identities: DeviceIdentity[]; readings: Reading[] } {
  const connects = messages.filter(({ method }) => method === 'connect')
  const others = messages.filter(({ method }) => method !== 'connect')
  return {
    identities: connects.map((message) => identityIn(driver, message)),
    readings: others.map(({ method, params }) => driver.decode(method, params)),
  }
}
