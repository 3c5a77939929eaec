import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { imageTransfer, transferObstacle } from '@belvedere/contract/rooms/firmware/enums.ts'

export type ImageTransfer = IdOf<typeof imageTransfer>
export type TransferObstacle = IdOf<typeof transferObstacle>

/** Where images can be fetched now. */
export interface Doors {
  /** At the installation's public address, or why not. */
  public: 'open' | Extract<TransferObstacle, `public_${string}`>
  /** At the port without TLS. */
  plain: boolean
}

export interface Chosen {
  /** Absent: the device cannot have the image. */
  way?: ImageTransfer
  /** Why the preceding methods are not used, in order. */
  why: TransferObstacle[]
}

/**
 * The first method available to a device that supports `fetches`: signing key, public certificate, no TLS, device
 * certificates.
 */
export function chooseTransfer(fetches: readonly ImageTransfer[], signed: boolean, doors: Doors): Chosen {
  const why: TransferObstacle[] = []
  if (fetches.includes('pinned')) return { way: 'pinned', why }
  if (fetches.includes('public') && doors.public === 'open') return { way: 'public', why }
  if (doors.public !== 'open') why.push(doors.public)
  if (fetches.includes('plain') && doors.plain && signed) return { way: 'plain', why }
  why.push(doors.plain ? 'unsigned' : 'plain_closed')
  if (fetches.includes('local')) return { way: 'local', why }
  why.push('no_local')
  return { why }
}
