import { type Asking, type Doing, type ConfirmationInput, isConfirmation } from './confirm.ts'
import { discoverOne } from '../../kernel/discovery/discover.ts'

/**
 * Refuses unconfirmed actions with a large effect on devices; called first by every handler whose input has the fields of a confirmation.
 */
export async function requireConfirmed(ctx: Asking, doing: Doing, given: ConfirmationInput): Promise<void> {
  const confirmation = await discoverOne(isConfirmation, 'confirmation')
  await confirmation.require(ctx, doing, given)
}
