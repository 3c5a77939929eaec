/** Prefixes of addresses of calls that belong to a room beside those that begin with its name. The longest prefix decides. */
export interface Addresses {
  readonly prefixes: readonly string[]
}

const mark = Symbol.for('belvedere.addresses')

/** States the prefixes of a room. Export the result from its `addresses.ts`. */
export function defineAddresses(prefixes: readonly string[]): Addresses {
  const made = { prefixes }
  Object.defineProperty(made, mark, { value: true })
  return made
}

export function isAddresses(value: unknown): value is Addresses {
  return typeof value === 'object' && value !== null && mark in value
}
