/** A command as data: stored by a timer and a pending command, and turned into a plan when it is due. */
export type Order =
  | { kind: 'reboot' }
  | { kind: 'backup'; source: 'manual' | 'timer'; note: string }
  | { kind: 'upgrade'; firmware_id?: number; uri?: string; sha256?: string; signature?: string; clean?: 1 }
