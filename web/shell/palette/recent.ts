import { useEffect } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { encodedStorage } from '../../kit/session/encoded-storage.ts'
import { session, useSession } from '../../kit/session/session.ts'

interface Recent {
  uid: number
  /** Newest first. */
  paths: readonly string[]
}

const most = 8

export const useRecent = create<Recent>()(
  persist((): Recent => ({ uid: 0, paths: [] }), { name: 'belvedere.recent', storage: encodedStorage<Recent>() }),
)

/** The pages this user opened last. */
export function useRecentPages(path: string): void {
  const uid = useSession((s) => s.uid)
  useEffect(() => {
    if (!session().uid) return
    const { uid: whose, paths } = useRecent.getState()
    const before = whose === uid ? paths : []
    useRecent.setState({ uid, paths: [path, ...before.filter((other) => other !== path)].slice(0, most) })
  }, [path, uid])
}
