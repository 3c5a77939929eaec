import type { CommandedDevice } from '../device/commanded-device.ts'

export type Params = Record<string, unknown>

/** One command with the data needed to answer it, now or later; a client that answers twice may do so. */
export interface PendingCommand {
  device: CommandedDevice
  params: Params
  answer(error: number, text: string, status?: Params, more?: Params): void
}

export type Commands = Readonly<Record<string, (asked: PendingCommand) => void>>
