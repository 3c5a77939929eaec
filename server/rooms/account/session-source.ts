import { Access } from '../../kernel/access.ts'
import type { System } from '../../kernel/implement.ts'
import { defineSessionSource } from '../../kernel/session.ts'
import { sceneModesOf } from '../scene/api.ts'
import { permissionsFor } from './permissions.ts'
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
    const { id, uid, team_id, account, name, way, lang } = found
    const [permissions, modes] = await Promise.all([permissionsFor(found), sceneModesOf(system, { uid, team_id })])
    const access = new Access({ uid, team_id, is_admin: found.is_admin === 1, permissions, modes })
    return { id, uid, access, account, name, way, lang }
  },
}))
