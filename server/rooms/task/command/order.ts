/** A command as data: what a timer and a device that is waited for keep, to make the plan of it when its time has come. */
export type Order =
  | { kind: 'reboot' }
  | { kind: 'backup'; source: 'manual' | 'timer'; note: string }
  | { kind: 'upgrade'; firmware_id?: number; uri?: string; sha256?: string; signature?: string; clean?: 1 }
