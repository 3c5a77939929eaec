import { createHash } from 'node:crypto'
import { request } from 'node:https'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { type CommandAnswer, commandSubject } from '../../devices/device-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import type { TestServer } from '../../kernel/test-server.ts'

/** For tests: replaces a device's gateway. */
export type Obey = (command: DeviceCommand) => Promise<CommandAnswer> | CommandAnswer

/** For tests: the fixture of backups, on one server and in one scene. */
export interface BackupFixture {
  server: TestServer
  token: string
  scene: number
}

/** A claimed device; without `obey` it is offline for commands. */
export async function deviceOf(
  { server, token, scene }: BackupFixture,
  serial: string,
  verbs: string[],
  obey?: Obey,
  identity: { model?: string; firmware?: string; capabilities?: Record<string, unknown> } = {},
): Promise<number> {
  const { device_id } = await introduce(server.system, serial, { identity: { verbs: verbs as never, ...identity } })
  await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name: `D ${serial}` })
  if (obey) server.system.bus.serve(commandSubject(device_id), async (command: DeviceCommand) => obey(command))
  return device_id
}

/** A host that sends its archive to the given address, like the agent. */
export const sends =
  (archive: () => Buffer, told?: () => string): Obey =>
  async ({ args }) => {
    const bytes = archive()
    const { status } = await transfer('PUT', String(args['uri']), bytes)
    if (status !== 201) return { result: 1, msg: `HTTP ${status}` }
    return { result: 0, msg: '', data: { size: bytes.length, sha256: told?.() ?? sha256(bytes) } }
  }

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** Over the transfer port, like devices. */
export function transfer(method: string, uri: string, body?: Buffer): Promise<{ status: number; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(uri, { method, rejectUnauthorized: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes: Buffer.concat(chunks) }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
