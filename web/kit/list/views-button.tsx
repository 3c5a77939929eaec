import { Bookmark } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Popover } from '../../ui/popups/popover.tsx'
import { saveHabit, useHabit, type SavedView } from '../session/habit.ts'
import { lazyPart } from '../loading/lazy-part.ts'
import { showView, type List } from './use-list.ts'
import { say } from '../words/words.ts'

const ViewsPanel = lazyPart(() => import('./views-panel.tsx'), 'ViewsPanel')
const noViews: readonly SavedView[] = []
/** Milliseconds of delay: only the menu needs the views. */
const patience = 1_500

interface ViewsButtonProps {
  list: List
  /** Properties of the visible columns; undefined = the recommended columns. */
  columns: readonly string[] | undefined
}

/** The saved views of a list, behind a button with the name of the current view. */
export function ViewsButton({ list: { name, state }, columns }: ViewsButtonProps) {
  const [open, setOpen] = useState(false)
  const views = useHabit((s) => s.tableView[name]) ?? noViews
  const current = views.find((view) => String(view.id) === state.view)
  const { limit, orderby, search, filters } = state
  const now = { limit, orderby, search, filters: setOnly(filters), ...(columns && { columns: [...columns] }) }
  const changed = current !== undefined && !isSame(current.state, now)
  useEffect(() => {
    // without them, the list uses the views stored in the browser
    let end: (() => void) | undefined
    let left = false
    const follow = ({ followViews }: { followViews: () => () => void }) => {
      if (!left) end = followViews()
    }
    const timer = setTimeout(() => void import('./saved-views.ts').then(follow, () => {}), patience)
    return () => {
      left = true
      clearTimeout(timer)
      end?.()
    }
  }, [])
  const show = (view: SavedView | undefined) => {
    if (view) return showView(view, state.apply, true)
    saveHabit('tableColumn', name, undefined)
    state.apply({}, plain, true)
  }
  const title = { zh: '视图', en: 'Views' }
  const trigger = (
    <Button
      kind="quiet"
      icon={Bookmark}
      className="max-w-52"
      aria-label={current ? `${say(title)} ${current.name}` : undefined}
    >
      <span className="truncate">{current?.name ?? say(title)}</span>
      {changed && <span className="text-faint">*</span>}
    </Button>
  )
  return (
    <Popover trigger={trigger} label={title} className="w-80" open={open} onOpenChange={setOpen}>
      <Suspense fallback={<div className="h-40" />}>
        <ViewsPanel
          list={name}
          views={views}
          current={current}
          changed={changed}
          now={now}
          onShow={show}
          close={() => setOpen(false)}
        />
      </Suspense>
    </Popover>
  )
}

/** Value in the address: no view, not even the default view. */
const plain = '0'

const setOnly = (filters: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value))

/** True if order, page size, search, filters and columns are equal. */
function isSame(kept: SavedView['state'], now: SavedView['state']): boolean {
  const text = ({ limit, orderby, search, filters, columns = [] }: SavedView['state']) =>
    JSON.stringify([limit, orderby, search, sorted(setOnly(filters)), columns])
  return text(kept) === text(now)
}

const sorted = (filters: Readonly<Record<string, string>>) =>
  Object.entries(filters).sort(([a], [b]) => a.localeCompare(b))
