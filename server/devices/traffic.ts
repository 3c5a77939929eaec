/** Names of a device's interfaces in the order of its counters. Shared by all devices that have the same. */
export interface CounterLayout {
  readonly names: readonly string[]
  readonly place: ReadonlyMap<string, number>
}

/** What passed since the report before. */
export interface Traffic {
  /** Seconds it is of. */
  span: number
  /** Octets through the device's uplinks. */
  rx: number
  tx: number
  /** Octets in and out of each interface of `layout`; NaN: unknown. */
  each: readonly number[]
  layout: CounterLayout
  /** The device has interfaces that its stored dictionary lacks. */
  grown: boolean
}
