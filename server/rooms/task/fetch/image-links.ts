import { consoleUrl, publicHost } from '../../../base/settings/config.ts'
import type { Db } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import { hashToken, newToken } from '../../../kernel/session.ts'
import { imagePath } from '../../../devices/transfer/serve.ts'
import { gatewayPort } from '../../../devices/gateway-port.ts'
import { insertTickets } from '../command/store.ts'

export interface ImageLink {
  device_id: number
  /** With the public certificate of the console, or without TLS. */
  way: 'public' | 'plain'
  /** In the file store. */
  file: string
  filename: string
  /** With a key that the team trusts. */
  signed: boolean
}

/** An address for each device, for one download of its image within `valid` seconds. */
export async function issueImageLinks(
  system: System,
  db: Db,
  task_id: number | null,
  list: readonly ImageLink[],
  valid: number,
): Promise<Map<number, string>> {
  if (list.length === 0) return new Map()
  const plain = list.some(({ way }) => way === 'plain') ? await plainBase(system) : ''
  const issued = list.map((one) => ({ ...one, token: newToken() }))
  await insertTickets(
    db,
    'image',
    task_id,
    system.now() + valid,
    issued.map(({ token, device_id, file, signed }) => ({ device_id, args: { file, signed }, hash: hashToken(token) })),
  )
  const base = { plain, public: consoleUrl(system.config) }
  return new Map(
    issued.map(({ device_id, way, token, filename }) => [
      device_id,
      // some devices recognise an image by its file name extension
      `${base[way]}${imagePath}${token}/${encodeURIComponent(filename)}`,
    ]),
  )
}

/** The port without TLS, at the address for devices. */
export async function plainBase(system: System): Promise<string> {
  const host = publicHost(system.config)
  return `http://${host.includes(':') ? `[${host}]` : host}:${await gatewayPort(system, 'files')}`
}
