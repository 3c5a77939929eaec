import { menuCalls } from '@belvedere/contract/rooms/account/menu.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { call } from '../../kit/calls/call.ts'
import { encodedStorage } from '../../kit/session/encoded-storage.ts'
import { isSilent } from '../../kit/calls/refusal.ts'
import { session, useSession } from '../../kit/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { asideAreas } from '../menu/areas.ts'
import { currentMenu } from '../menu/current-menu.ts'
import type { MenuPlace } from '../menu/menu-tree.ts'
import { entriesOf, inOrder } from './nav-entries.ts'

interface Nav {
  /** Whose order it is. */
  uid: number
  slugs: readonly string[]
  /** The documentation site outside; '' for none. */
  help: string
}

/** The order as last known, kept in this browser so that the menu need not be drawn twice. The server has the truth. */
const useNav = create<Nav>()(
  persist((): Nav => ({ uid: 0, slugs: [], help: '' }), { name: 'belvedere.nav', storage: encodedStorage<Nav>() }),
)

let changes = 0

/** The whole menu, the areas as the user put them, then what is beside it. */
export function useOrderedMenu(): readonly MenuPlace[] {
  const { uid, slugs } = useNav()
  const mine = useSession((s) => s.uid) === uid
  return mine ? inOrder(currentMenu(), slugs) : currentMenu()
}

/** The areas of the top menu, as the user put them. */
export function useAreas(): readonly MenuPlace[] {
  return useOrderedMenu().filter((place) => !asideAreas.includes(place.path))
}

/** Where Help leads. */
export function useHelpUrl(): string {
  return useNav((s) => s.help)
}

/** Asks the server for the order; without an answer the last known one stays. */
export async function loadOrder(): Promise<void> {
  const before = changes
  try {
    const { list, help } = await call(menuCalls.get, {}, { keep: true })
    useNav.setState({ help })
    // what was dragged meanwhile is newer
    if (before === changes) keep(list.map(({ slug }) => slug))
  } catch (error) {
    if (!isSilent(error)) toast.error((error as Error).message)
  }
}

/** Shows the new order at once and saves it; when that is refused the old one is back. */
export async function saveOrder(areas: readonly MenuPlace[]): Promise<void> {
  const before = useNav.getState()
  const mine = ++changes
  const nav = entriesOf(areas)
  keep(nav.map(({ slug }) => slug))
  try {
    await call(menuCalls.change, { nav }, { keep: true })
  } catch (error) {
    if (mine === changes) useNav.setState(before)
    if (!isSilent(error)) toast.error((error as Error).message)
  }
}

function keep(slugs: readonly string[]): void {
  useNav.setState({ uid: session().uid, slugs })
}
