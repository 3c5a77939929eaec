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
  /** The user of the order. */
  uid: number
  slugs: readonly string[]
  /** Address of the external documentation site; '' for none. */
  help: string
}

/**
 * The last known order, cached in this browser so that the menu is not rendered twice. The server is authoritative.
 */
const useNav = create<Nav>()(
  persist((): Nav => ({ uid: 0, slugs: [], help: '' }), { name: 'belvedere.nav', storage: encodedStorage<Nav>() }),
)

let changes = 0

/** The whole menu: the areas in the user's order, then the other entries. */
export function useOrderedMenu(): readonly MenuPlace[] {
  const { uid, slugs } = useNav()
  const mine = useSession((s) => s.uid) === uid
  return mine ? inOrder(currentMenu(), slugs) : currentMenu()
}

/** The areas of the top menu, in the user's order. */
export function useAreas(): readonly MenuPlace[] {
  return useOrderedMenu().filter((place) => !asideAreas.includes(place.path))
}

/** Target of the Help link. */
export function useHelpUrl(): string {
  return useNav((s) => s.help)
}

/** Reads the order from the server; without a response the cached order is kept. */
export async function loadOrder(): Promise<void> {
  const before = changes
  try {
    const { list, help } = await call(menuCalls.get, {}, { keep: true })
    useNav.setState({ help })
    // an order set by drag in the meantime is newer
    if (before === changes) keep(list.map(({ slug }) => slug))
  } catch (error) {
    if (!isSilent(error)) toast.error((error as Error).message)
  }
}

/** Applies the new order immediately and saves it; if that is refused, the old order is restored. */
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
