import type { Session } from './session.ts'

/** Agrees to begin the configuration of devices that cannot be read with what they report, as an administrator who types their names. */
export async function beginWithReports(session: Session, ids: readonly number[]): Promise<void> {
  for (const device_id of ids) {
    const { blocked } = await session.ask<{ blocked: number }>('GET intent/state', { device_id })
    if (blocked === 0) continue
    const { device } = await session.ask<{ device: { name: string } }>('GET device/detail', { id: device_id })
    await session.ask('POST intent/base/agree', { device_id, name: device.name })
  }
}
