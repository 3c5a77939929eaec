export type Reject = (parameter: string, zh: string, en: string) => void

/** The state of the host after its interfaces have their addresses. */
export interface FutureHost {
  readonly devices: readonly string[]
  /** IPv4 networks by interface, `192.0.2.1/24`. */
  readonly networks: readonly { readonly device: string; readonly cidr: string }[]
}

/**
 * How the agent applies one kind of intents: a member of the document, the commands on the host, the present state of the host
 * and the change to the desired one. A file of `agent/config/kinds`, named after the kind, exports it as `part`. It is used after
 * the interfaces have their addresses.
 */
export interface ConfigPart<State = unknown, Value = unknown> {
  /** Name of the member in the document. */
  readonly member: string
  /** True: its state survives a reboot; else a reboot removes it. */
  readonly lasting?: true
  /** Reads the member's value; errors are rejected at a path that begins with `at`. */
  read(value: unknown, at: string, reject: Reject): Value
  /** Rejects settings that the host cannot apply, or that do not fit its future addresses. */
  check(value: Value, at: string, host: FutureHost, reject: Reject): Promise<void>
  /** The present state of the host, complete enough to restore it. Plain data. */
  state(): Promise<State>
  /** The target state: the desired settings, together with the host's own ones (`beside`). */
  target(value: Value, now: State, beside: State | undefined): State
  /** Changes the host to this state. Throws a Refusal at the first step that fails. */
  put(target: State): Promise<void>
  /** Settings that the host has beside its first configuration: they are left alone and not reported. */
  beside(value: Value, now: State): State
  /** The member as the host has it, in the form of the document; undefined: the host has nothing of the kind. */
  tell(now: State, given: unknown, beside: State | undefined): unknown
}

export type ConfigParts = Readonly<Record<string, ConfigPart>>
