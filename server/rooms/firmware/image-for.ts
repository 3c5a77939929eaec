import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import type { Reach } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refuse.ts'
import { fits, isReady } from './rules.ts'
import { findFirmware, type Firmware, kindsOf } from './store.ts'

/** An image of the library for these devices; refuses one that does not fit all of them. */
export async function imageFor(
  at: Reach,
  id: number,
  device_ids: readonly number[],
): Promise<Pick<Firmware, 'file' | 'filename' | 'signature' | 'device_signature' | 'signed_by' | 'version'>> {
  const image = await findFirmware(at, id)
  if (!image) throw refuse(commonErrors.notFound)
  if (!isReady(image)) throw refuse(errors.notReady)
  const foreign = (await kindsOf(at, device_ids)).find((one) => !fits(image, one))
  if (foreign) throw refuse(errors.doesNotFit, { name: foreign.model })
  return image
}
