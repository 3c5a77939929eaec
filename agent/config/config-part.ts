export type Reject = (parameter: string, zh: string, en: string) => void

/** Where the host will be when its interfaces have their addresses. */
export interface FutureHost {
  readonly devices: readonly string[]
  /** IPv4 networks by interface, `192.0.2.1/24`. */
  readonly networks: readonly { readonly device: string; readonly cidr: string }[]
}

/**
 * How the agent carries out one kind of intents: a member of the document, what it asks of the host, how the host is now and how it is
 * brought there. A file of `agent/config/kinds`, named after the kind, exports it as `part`. It is used after the interfaces have their
 * addresses.
 */
export interface ConfigPart<State = unknown, Value = unknown> {
  /** Of the document. */
  readonly member: string
  /** Its state outlives a boot; else a boot leaves the host without it. */
  readonly lasting?: true
  /** The member's value; what is wrong with it is rejected at a place that begins with `at`. */
  read(value: unknown, at: string, reject: Reject): Value
  /** Rejects what the host cannot do, or what does not fit how it will be. */
  check(value: Value, at: string, host: FutureHost, reject: Reject): Promise<void>
  /** How the host is now, whole enough to put it back. Plain data. */
  state(): Promise<State>
  /** How it shall be: as wanted, with what is its own `beside`. */
  target(value: Value, now: State, beside: State | undefined): State
  /** Makes the host so. Throws a Refusal at the first step that fails. */
  put(target: State): Promise<void>
  /** What the host has beside what it is first given: it is left alone, and not told. */
  beside(value: Value, now: State): State
  /** The member as the host has it, in the form in which it was given; undefined: it has nothing of the kind. */
  tell(now: State, given: unknown, beside: State | undefined): unknown
}

export type ConfigParts = Readonly<Record<string, ConfigPart>>
