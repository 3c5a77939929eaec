import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { useEffect } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { takeScenes } from '../../../kit/session/scene.ts'
import { useSession } from '../../../kit/session/session.ts'
import { applyTheme, type ThemeId } from '../../../kit/look/theme.ts'

/** The signed-in user. `known`: the permissions are loaded, from the sign-in or, after a reload, by a call. */
export function useProfile() {
  const { data, error, refetch } = useQueryCall(userCalls.profile, {}, { keep: true })
  const known = useSession((s) => s.permissions.length > 0)
  useEffect(() => {
    if (!data) return
    const { nickName, avatar, is_admin, permissions, theme } = data
    useSession.setState({ nickName, avatar, is_admin, permissions })
    applyTheme(theme as ThemeId)
  }, [data])
  return { known: known || data !== undefined, error, retry: () => void refetch() }
}

/** Loads the scenes; "all scenes" is available here. */
export function useScenesOfMine(): void {
  const { data } = useQueryCall(sceneCalls.option, {}, { keep: true })
  const list = data?.list
  useEffect(() => {
    if (list) takeScenes(list, true)
  }, [list])
}
