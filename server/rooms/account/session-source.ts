import type { System } from '../../kernel/implement.ts'
import { defineSessionSource } from '../../kernel/session.ts'
import { accessOf } from './access-of.ts'
import { findSession, touchSession } from './store.ts'

/** Seconds between two notes of a session's last use. */
const TOUCH = 60

/** Sessions as the kernel asks for them, with everything the caller may do and see. */
export const sessionSource = defineSessionSource((system: System) => ({
  async find(tokenHash) {
    const now = system.now()
    const found = await findSession(system, tokenHash, now)
    if (!found) return undefined
    if (found.last_used <= now - TOUCH) await touchSession(system, found.id, now)
    const { id, uid, account, name, way, lang } = found
    const access = await accessOf(system, { ...found, uid })
    return { id, uid, access, account, name, way, lang }
  },
}))
