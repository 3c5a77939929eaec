import type { DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { cpeId, snOf } from '@belvedere/pure/device/device-id.ts'
import {
  type CommandAnswer,
  commandSubject,
  deviceConnected,
  deviceEvent,
  type IdentifyAnswer,
  type IdentifyRequest,
  identifySubject,
} from '../../devices/device-link.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import type { System } from '../../kernel/implement.ts'
import { pager } from './test-protocol.ts'

/** The device end of the connection. */
export interface PagerLine {
  /** Takes a line and returns the response. */
  answer(line: string): Promise<string>
}

const paramsOf = (words: readonly string[]) =>
  Object.fromEntries(words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]))

/** For tests: the gateway of the fictional protocol. Returns a function that handles the lines of a device after its first. */
export async function connectPager(
  { system, ingest, drivers }: { system: System; ingest: Ingest; drivers: readonly DeviceDriver[] },
  line: PagerLine,
  first: string,
): Promise<{ device_id: number; sn: string; take(text: string): void; close(): void }> {
  const hello = pager.readHello(paramsOf(first.split(' ').slice(1)))
  const driver = pager.among(drivers).find(({ protocol }) => protocol.matches(hello))
  const id = cpeId(hello.oui, hello.class, hello.serial)
  if (!driver || !id) throw new Error('nobody drives it')
  const identity = driver.protocol.identify(hello)
  const session = `pager of ${snOf(id)}`
  const ask: IdentifyRequest = {
    id,
    simulated: false,
    address: '192.0.2.44',
    family: driver.family,
    identity,
    config_uuid: 0,
    session,
  }
  const { device_id, scene_id } = await system.bus.request<IdentifyAnswer>(identifySubject, ask, 5000)
  const close = system.bus.serve(commandSubject(device_id), async (command: DeviceCommand): Promise<CommandAnswer> => {
    const encoded = driver.protocol.encode(command, identity)
    if (!encoded) return { unsupported: true }
    if ('wrong' in encoded) return { result: 1, msg: `${encoded.wrong}: not valid` }
    if (encoded.line.length > driver.protocol.maxLine) return { result: 1, msg: 'too long' }
    return encoded.read(await line.answer(encoded.line))
  })
  const link = { device_id, scene_id, session, at: system.now() }
  system.emit(deviceConnected, { ...link, serial: snOf(id), address: ask.address })
  return {
    device_id,
    sn: snOf(id),
    take(text) {
      const [method = '', ...words] = text.split(' ')
      const { facts, events = [] } = driver.decode(method, paramsOf(words))
      if (facts) ingest.push({ device_id, scene_id, at: system.now(), session, facts })
      for (const event of events) system.emit(deviceEvent, { device_id, scene_id, event })
    },
    close,
  }
}
