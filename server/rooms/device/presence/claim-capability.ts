/** The capability in which a device proves whose it is; it is read at its connection and not kept. */
export const CLAIM_CAPABILITY = 'x-claim'

/** Who sees the device reads its capabilities: what proves possession is not among them. */
export function withoutProof(capabilities: Record<string, unknown>): Record<string, unknown> {
  if (!(CLAIM_CAPABILITY in capabilities)) return capabilities
  const { [CLAIM_CAPABILITY]: _, ...rest } = capabilities
  return rest
}
