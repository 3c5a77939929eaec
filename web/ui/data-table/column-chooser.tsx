import { ChevronDown, ChevronUp, GripVertical, Search, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { IconButton } from '../icon-button.tsx'
import { cx } from '../join-classes.ts'
import { Popover } from '../popover.tsx'
import { say } from '../words.ts'
import { recommended, visibleColumns, type Column } from './column.ts'

const title = { zh: '列设置', en: 'Columns' }

interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[]
  /** Undefined: the recommended ones. */
  chosen: readonly string[] | undefined
  onChoose: (properties: readonly string[] | undefined) => void
}

/** Which columns, and in which order: by drag, by the arrow buttons, or by Alt and an arrow key. */
export function ColumnChooser<Row>({ columns, chosen, onChoose }: ColumnChooserProps<Row>) {
  const trigger = <IconButton icon={Settings2} label={title} />
  return (
    <Popover trigger={trigger} label={title} className="w-72">
      <Panel columns={columns} chosen={chosen} onChoose={onChoose} />
    </Popover>
  )
}

function Panel<Row>({ columns, chosen, onChoose }: ColumnChooserProps<Row>) {
  const [typed, setTyped] = useState('')
  const [dragged, setDragged] = useState<string>()
  const visible = visibleColumns(columns, chosen).map((column) => column.property)
  const hidden = columns.filter((column) => !visible.includes(column.property))
  const ordered = [...visibleColumns(columns, chosen), ...hidden]
  const found = ordered.filter((column) => say(column.label).toLowerCase().includes(typed.trim().toLowerCase()))
  const toggle = (property: string, on: boolean) =>
    onChoose(on ? [...visible, property] : visible.filter((name) => name !== property))
  const move = (property: string, to: number) => {
    if (to < 0 || to >= visible.length || !visible.includes(property)) return
    const others = visible.filter((name) => name !== property)
    onChoose([...others.slice(0, to), property, ...others.slice(to)])
  }
  return (
    <>
      <label className="flex h-9 items-center gap-2 border-b border-line px-3">
        <Search size={14} aria-hidden="true" className="text-faint" />
        <input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={say({ zh: '搜索列', en: 'Search columns' })}
          className="w-full bg-transparent outline-none"
        />
      </label>
      <ul className="max-h-[min(340px,50vh)] overflow-y-auto p-1">
        {found.map((column) => {
          const { property, fixed } = column
          const place = visible.indexOf(property)
          return (
            <li
              key={property}
              draggable={place >= 0}
              onDragStart={() => setDragged(property)}
              onDragOver={(event) => place >= 0 && event.preventDefault()}
              onDrop={() => dragged && move(dragged, place)}
              onDragEnd={() => setDragged(undefined)}
              className={cx(
                'group flex h-8 items-center gap-1 rounded-md px-1 hover:bg-hover',
                dragged === property && 'opacity-40',
              )}
            >
              <GripVertical
                size={14}
                aria-hidden="true"
                className={cx('shrink-0 text-faint', place < 0 && 'invisible')}
              />
              <Checkbox
                className="flex-1 truncate"
                label={column.label}
                checked={place >= 0}
                disabled={fixed}
                onChange={(on) => toggle(property, on)}
                onKeyDown={(event) => {
                  if (event.altKey && event.key === 'ArrowUp') move(property, place - 1)
                  if (event.altKey && event.key === 'ArrowDown') move(property, place + 1)
                }}
              />
              {place >= 0 && (
                <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
                  <IconButton
                    size="s"
                    icon={ChevronUp}
                    label={{ zh: '前移', en: 'Move forward' }}
                    disabled={place === 0}
                    onClick={() => move(property, place - 1)}
                  />
                  <IconButton
                    size="s"
                    icon={ChevronDown}
                    label={{ zh: '后移', en: 'Move back' }}
                    disabled={place === visible.length - 1}
                    onClick={() => move(property, place + 1)}
                  />
                </span>
              )}
            </li>
          )
        })}
        {found.length === 0 && (
          <li className="px-2 py-1.5 text-faint">{say({ zh: '无匹配数据', en: 'No matching data' })}</li>
        )}
      </ul>
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
