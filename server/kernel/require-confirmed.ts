import type { Asking, Doing, Given } from './confirm.ts'
import { discoverConfirmation } from './discover.ts'

/** Refuses what does much to devices and was not confirmed; a call whose input has the fields of a confirmation begins with it. */
export async function requireConfirmed(ctx: Asking, doing: Doing, given: Given): Promise<void> {
  const confirmation = await discoverConfirmation()
  await confirmation.require(ctx, doing, given)
}
