import { type Asking, type Doing, type ConfirmationInput, isConfirmation } from './confirm.ts'
import { discoverOne } from '../../kernel/discovery/discover.ts'

/** Refuses what does much to devices and was not confirmed; a call whose input has the fields of a confirmation begins with it. */
export async function requireConfirmed(ctx: Asking, doing: Doing, given: ConfirmationInput): Promise<void> {
  const confirmation = await discoverOne(isConfirmation, 'confirmation')
  await confirmation.require(ctx, doing, given)
}
