import type { Db } from '../../../kernel/db.ts'
import { discoverDrivers } from '../../../devices/discover-drivers.ts'
import type { System } from '../../../kernel/implement.ts'
import { issueTickets } from '../command/tickets.job.ts'
import { issueImageLinks } from './image-links.ts'
import { openDoors } from './doors.ts'
import { type Chosen, type ImageTransfer, chooseTransfer } from './transfer-rules.ts'

export interface Fetcher {
  id: number
  family: string
  firmware: string
}

/** The image for a device. */
export interface Offered {
  /** In the file store. */
  file: string
  filename: string
  signature: string
  /** By its vendor, for devices that verify one: sent instead of the team's. */
  device_signature: string
  /** The trusted key that signed it; empty: none. */
  signed_by: string
}

/** The current transfer method of each device for a signed or unsigned image; computed once for many devices. */
export async function currentTransfers(
  system: System,
): Promise<(device: Fetcher, image: Pick<Offered, 'signed_by'>) => Chosen> {
  const [doors, drivers] = await Promise.all([openDoors(system), discoverDrivers()])
  const families = new Map(drivers.map(({ family, fetches }) => [family, fetches]))
  return ({ family, firmware }, { signed_by }) =>
    chooseTransfer(families.get(family)?.(firmware) ?? [], signed_by !== '', doors)
}

/** The download arguments of devices, by id, for the method of each; devices without a method are missing. */
export async function offerImages(
  system: System,
  db: Db,
  task_id: number | null,
  devices: readonly Fetcher[],
  { image, valid }: { image: Offered; valid: number },
): Promise<Map<number, Record<string, unknown>>> {
  const wayFor = await currentTransfers(system)
  const { file, filename, signed_by } = image
  const signature = image.device_signature || image.signature
  const byWay = Map.groupBy(devices, (device) => wayFor(device, image).way)
  const idsOf = (transfer: ImageTransfer) => (byWay.get(transfer) ?? []).map(({ id }) => id)
  const over = [...idsOf('pinned'), ...idsOf('local')]
  const tickets = over.map((device_id) => ({ device_id, args: { file }, filename }))
  const links = (['public', 'plain'] as const).flatMap((transfer) =>
    idsOf(transfer).map((device_id) => ({ device_id, way: transfer, file, filename, signed: signed_by !== '' })),
  )
  const [held, once] = [
    over.length > 0 ? await issueTickets(system, db, 'package', task_id, tickets, valid) : new Map<number, string>(),
    await issueImageLinks(system, db, task_id, links, valid),
  ]
  const local = new Set(idsOf('local'))
  const args = (id: number, uri: string) => ({
    uri,
    sha256: file,
    ...(signature ? { signature } : {}),
    ...(local.has(id) ? { local_certificates: 1 } : {}),
  })
  return new Map([...held, ...once].map(([id, uri]) => [id, args(id, uri)]))
}
