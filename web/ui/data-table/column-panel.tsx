import { ChevronDown, ChevronUp, GripVertical, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { Checkbox } from '../fields/checkbox.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../base/join-classes.ts'
import { say } from '../base/words.ts'
import { movedTo, recommended, visibleColumns, type Column } from './column.ts'

export interface ColumnPanelProps<Row> {
  columns: readonly Column<Row>[]
  /** Undefined: the recommended columns. */
  chosen: readonly string[] | undefined
  onChoose: (properties: readonly string[] | undefined) => void
}

/** Selects columns and their order: by drag, by arrow buttons, or by Alt and an arrow key. */
export function ColumnPanel<Row>({ columns, chosen, onChoose }: ColumnPanelProps<Row>) {
  const [typed, setTyped] = useState('')
  const visible = visibleColumns(columns, chosen).map((column) => column.property)
  const hidden = columns.filter((column) => !visible.includes(column.property))
  const ordered = [...visibleColumns(columns, chosen), ...hidden]
  const found = ordered.filter((column) => say(column.label).toLowerCase().includes(typed.trim().toLowerCase()))
  const toggle = (property: string, on: boolean) =>
    onChoose(on ? [...visible, property] : visible.filter((name) => name !== property))
  return (
    <>
      <label className="flex h-9 items-center gap-2 border-b border-line px-3">
        <Search size={14} aria-hidden="true" className="text-faint" />
        <input
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-label={say({ zh: '搜索列', en: 'Search columns' })}
          placeholder={say({ zh: '搜索列', en: 'Search columns' })}
          className="w-full bg-transparent outline-none"
        />
      </label>
      <Places found={found} visible={visible} onToggle={toggle} onOrder={onChoose} />
      <footer className="flex items-center justify-between border-t border-line p-2 text-xs text-faint">
        <span className="pl-1">
          {say({ zh: '已选 {n} / {all}', en: '{n} of {all}' }, { n: visible.length, all: columns.length })}
        </span>
        <span className="flex gap-1">
          <Button size="s" kind="quiet" onClick={() => onChoose(columns.map((column) => column.property))}>
            {say({ zh: '全部', en: 'All' })}
          </Button>
          <Button
            size="s"
            kind="quiet"
            onClick={() => onChoose(undefined)}
            disabled={String(visible) === String(recommended(columns))}
          >
            {say({ zh: '推荐', en: 'Recommend' })}
          </Button>
        </span>
      </footer>
    </>
  )
}

interface PlacesProps<Row> {
  found: readonly Column<Row>[]
  visible: readonly string[]
  onToggle: (property: string, on: boolean) => void
  onOrder: (properties: readonly string[]) => void
}

function Places<Row>({ found, visible, onToggle, onOrder }: PlacesProps<Row>) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const [moved, setMoved] = useState<{ property: string; place: number }>()
  const list = useRef<HTMLUListElement>(null)
  // moving an element removes its focus
  useEffect(() => {
    if (!moved || list.current?.contains(document.activeElement)) return
    list.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(moved.property)}"] input`)?.focus()
  }, [moved])
  const move = (property: string, to: number) => {
    const next = movedTo(visible, property, to)
    if (!next) return
    onOrder(next)
    setMoved({ property, place: to + 1 })
  }
  const drop = (place: number) => {
    if (dragged) move(dragged, place)
    setOver(undefined)
  }
  return (
    <>
      <ul ref={list} className="max-h-[min(340px,50vh)] overflow-y-auto p-1">
        {found.map((column) => {
          const place = visible.indexOf(column.property)
          const isTarget = over === column.property && dragged !== over && place >= 0
          const below = dragged !== undefined && visible.indexOf(dragged) < place
          return (
            <li
              key={column.property}
              data-column={column.property}
              draggable={place >= 0}
              onDragStart={() => setDragged(column.property)}
              onDragOver={(event) => {
                if (place >= 0) event.preventDefault()
                setOver(column.property)
              }}
              onDrop={() => drop(place)}
              onDragEnd={() => (setDragged(undefined), setOver(undefined))}
              className={cx(
                'group flex h-8 items-center gap-1 rounded-md px-1 hover:bg-hover',
                dragged === column.property && 'opacity-40',
                isTarget &&
                  (below ? 'shadow-[inset_0_-2px_0_var(--accent-text)]' : 'shadow-[inset_0_2px_0_var(--accent-text)]'),
              )}
            >
              <Place
                column={column}
                place={place}
                last={visible.length - 1}
                onToggle={(on) => onToggle(column.property, on)}
                onMove={(to) => move(column.property, to)}
              />
            </li>
          )
        })}
        {found.length === 0 && (
          <li className="px-2 py-1.5 text-faint">{say({ zh: '无匹配数据', en: 'No matching data' })}</li>
        )}
      </ul>
      <p aria-live="polite" className="sr-only">
        {moved && say({ zh: '已移到第 {place} 列', en: 'Now column {place}' }, moved)}
      </p>
    </>
  )
}

interface PlaceProps<Row> {
  column: Column<Row>
  /** -1 = not shown. */
  place: number
  last: number
  onToggle: (on: boolean) => void
  onMove: (to: number) => void
}

function Place<Row>({ column, place, last, onToggle, onMove }: PlaceProps<Row>) {
  const isOnly = place === 0 && last === 0
  return (
    <>
      <GripVertical
        size={14}
        aria-hidden="true"
        className={cx('shrink-0 cursor-grab text-faint', place < 0 && 'invisible')}
      />
      <Checkbox
        className="flex-1 truncate"
        label={column.label}
        checked={place >= 0}
        disabled={column.fixed || isOnly}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onChange={onToggle}
        onKeyDown={(event) => {
          const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
          if (!by) return
          event.preventDefault()
          onMove(place + by)
        }}
      />
      {place >= 0 && (
        <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
          <IconButton
            size="s"
            icon={ChevronUp}
            label={{ zh: '前移', en: 'Move forward' }}
            disabled={place === 0}
            onClick={() => onMove(place - 1)}
          />
          <IconButton
            size="s"
            icon={ChevronDown}
            label={{ zh: '后移', en: 'Move back' }}
            disabled={place === last}
            onClick={() => onMove(place + 1)}
          />
        </span>
      )}
    </>
  )
}
