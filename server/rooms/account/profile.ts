import type { Static } from 'typebox'
import type { Profile } from '@belvedere/contract/rooms/account/shapes.ts'
import type { Reach } from '../../kernel/db.ts'
import { firstSceneOf } from '../scene/api.ts'
import { accessOf } from './access-of.ts'
import type { Account } from './store.ts'

/** The account as the console keeps it. */
export async function profileOf(at: Reach, account: Account): Promise<Static<typeof Profile>> {
  const { id: uid, team_id, team, nickName, avatar, is_admin, role, theme, lang } = account
  const [access, scene_id] = await Promise.all([accessOf(at, { ...account, uid }), firstSceneOf(at, { uid, team_id })])
  const language = lang === 'zh' ? 'cn' : 'en'
  return {
    uid,
    account: account.account,
    nickName,
    avatar,
    is_admin,
    role,
    team,
    theme,
    language,
    scene_id,
    permissions: access.everywhere(),
  }
}
