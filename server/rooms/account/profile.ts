import type { Static } from 'typebox'
import type { Profile } from '@belvedere/contract/rooms/account/shapes.ts'
import { discoverGrants } from '../../kernel/discovery/discover.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { accessOf } from './access-of.ts'
import type { Account } from './store.ts'

/** The account as the console stores it. */
export async function profileOf(ctx: QueryContext, account: Account): Promise<Static<typeof Profile>> {
  const { id: uid, team_id, team, nickName, avatar, is_admin, role, theme, lang } = account
  const grants = await discoverGrants()
  const [access, modes] = await Promise.all([accessOf(ctx, { ...account, uid }), grants.modesOf(ctx, { uid, team_id })])
  // its own scenes come first
  const [scene_id = 0] = modes.keys()
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
