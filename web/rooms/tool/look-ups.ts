import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { encodedStorage } from '../../kit/session/encoded-storage.ts'
import { session } from '../../kit/session/session.ts'

/** One look-up with a summary of its result. */
export interface LookUp {
  value: string
  about: string
}

type LookUpKind = 'ip' | 'mac'
type LookUps = Readonly<Record<LookUpKind, readonly LookUp[]>>

/** Maximum number of stored look-ups of a kind. */
const MOST = 10
const none: LookUps = { ip: [], mac: [] }

/** Recent look-ups, stored in this browser only, separately for each user. */
export const useLookUps = create<Readonly<Record<string, LookUps>>>()(
  persist(() => ({}), { name: 'belvedere.look-ups', storage: encodedStorage() }),
)

const owner = () => String(session().uid)

/** The recent look-ups of the signed-in user, the latest first. */
export function useLastLookUps(kind: LookUpKind): readonly LookUp[] {
  return useLookUps((all) => all[owner()]?.[kind] ?? none[kind])
}

export function saveLookUp(kind: LookUpKind, lookUp: LookUp): void {
  const own = useLookUps.getState()[owner()] ?? none
  const others = own[kind].filter(({ value }) => value !== lookUp.value)
  useLookUps.setState({ [owner()]: { ...own, [kind]: [lookUp, ...others].slice(0, MOST) } })
}

export function clearLookUps(kind: LookUpKind): void {
  const own = useLookUps.getState()[owner()] ?? none
  useLookUps.setState({ [owner()]: { ...own, [kind]: [] } })
}
