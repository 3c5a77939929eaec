/** The capability with which a device proves its owner; it is read at its connection and not stored. */
export const CLAIM_CAPABILITY = 'x-claim'

/** Users who see the device read its capabilities: proof of possession is not among them. */
export function withoutProof(capabilities: Record<string, unknown>): Record<string, unknown> {
  if (!(CLAIM_CAPABILITY in capabilities)) return capabilities
  const { [CLAIM_CAPABILITY]: _, ...rest } = capabilities
  return rest
}
