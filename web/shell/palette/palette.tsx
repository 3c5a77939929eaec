import { Dialog } from '@base-ui/react/dialog'
import { ChevronLeft, Search } from 'lucide-react'
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { FinderHost } from '../../kit/define-finder.ts'
import { say } from '../../kit/words.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { placeOf } from '../../ui/use-active.ts'
import { currentMenu } from '../current-menu.ts'
import { routesOf } from '../header/routes.ts'
import { findingEntries, fittingActions, fittingPages, pageEntry, type Entry, type Section } from './entries.ts'
import { closePalette } from './open-palette.ts'
import { useOwnActions } from './own-entries.ts'
import { KeyHints, Row } from './palette-row.tsx'
import { useRecent } from './recent.ts'
import { useFindings } from './use-findings.ts'

interface PaletteProps {
  typed: string
  path: string
  host: FinderHost
}

/** One field for everything: pages, scenes, devices, terminals, and what can be done with them. */
export function Palette({ typed: first, path, host }: PaletteProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closePalette()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fade fixed inset-0 z-50 bg-backdrop" />
        <Dialog.Popup
          aria-label={say({ zh: '命令面板', en: 'Command palette' })}
          className="fixed top-[max(12px,10vh)] left-1/2 z-50 flex max-h-[min(520px,80vh)] w-[min(640px,calc(100vw-16px))] -translate-x-1/2 flex-col overflow-hidden rounded-xl bg-raised shadow-pop outline-none"
        >
          <Contents first={first} path={path} host={host} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Contents({ first, path, host }: { first: string; path: string; host: FinderHost }) {
  const id = useId()
  const [typed, setTyped] = useState(first)
  const [subject, setSubject] = useState<Entry>()
  const [wanted, setWanted] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const { sections, busy, failed } = useSections(typed.trim(), path, subject)
  const entries = sections.flatMap((section) => section.entries)
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === wanted),
  )
  const active = entries[at]

  const retype = (text: string) => {
    setTyped(text)
    setWanted(undefined)
  }
  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    closePalette()
    entry.run(host)
  }
  const into = (entry: Entry | undefined) => {
    if (!entry?.acts?.length) return false
    setSubject(entry)
    retype('')
    return true
  }
  const back = () => {
    setSubject(undefined)
    retype(first)
  }
  const step = (by: number) => {
    const next = entries[(at + by + entries.length) % Math.max(1, entries.length)]
    setWanted(next?.key)
    if (next) list.current?.querySelector(`#${CSS.escape(`${id}-${next.key}`)}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const field = event.currentTarget
    const atEnd = field.selectionStart === field.value.length && field.selectionEnd === field.value.length
    const keys: Record<string, () => unknown> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => choose(active),
      ArrowRight: () => (atEnd ? into(active) : false),
      Backspace: () => (subject && typed === '' ? back() : false),
      ArrowLeft: () => (subject && typed === '' ? back() : false),
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !keys[event.key]) return
    if (keys[event.key]?.() !== false) event.preventDefault()
  }
  const entryAt = (place: number) => (place >= 0 ? entries[place] : undefined)
  return (
    <>
      <label className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
        {subject ? (
          <button
            type="button"
            onClick={back}
            className="flex h-7 max-w-48 items-center gap-1 rounded-md bg-accent-soft pr-2 pl-1 text-accent-text"
            aria-label={say({ zh: '返回：{name}', en: 'Back from {name}' }, { name: subject.label })}
          >
            <ChevronLeft size={14} aria-hidden="true" />
            <span className="truncate">{subject.label}</span>
          </button>
        ) : (
          <Search size={16} aria-hidden="true" className="shrink-0 text-faint" />
        )}
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={active ? `${id}-${active.key}` : undefined}
          aria-label={say({ zh: '搜索或执行命令', en: 'Search or run a command' })}
          placeholder={
            subject
              ? say({ zh: '选择操作', en: 'Choose what to do' })
              : say({
                  zh: '页面、场景、设备（名称 / 序列号 / IP）、终端、操作',
                  en: 'Pages, scenes, devices by name, serial or IP, terminals, actions',
                })
          }
          value={typed}
          maxLength={64}
          onChange={(event) => retype(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-full w-full min-w-0 bg-transparent text-base outline-none"
        />
        {busy && <Spinner className="later size-4 text-faint" />}
      </label>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and hears the keys */}
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={say({ zh: '结果', en: 'Results' })}
        onMouseMove={(event) => entryAt(placeOf(event)) && setWanted(entryAt(placeOf(event))?.key)}
        onClick={(event) => {
          const entry = entryAt(placeOf(event))
          if (!(event.target as Element).closest('[data-into]') || !into(entry)) choose(entry)
        }}
        className="min-h-0 flex-1 overflow-y-auto p-1.5"
      >
        {sections.map((section) => (
          <div key={section.title.en} role="group" aria-label={say(section.title)} className="pb-1">
            <p aria-hidden="true" className="px-2 pt-1.5 pb-1 text-xs text-faint">
              {say(section.title)}
            </p>
            {section.entries.map((entry) => (
              <Row
                key={entry.key}
                id={`${id}-${entry.key}`}
                entry={entry}
                place={entries.indexOf(entry)}
                active={entry === active}
              />
            ))}
          </div>
        ))}
      </div>
      {entries.length === 0 && !busy && (
        <p className="px-4 pb-4 text-soft">{say({ zh: '没有找到', en: 'Nothing found' })}</p>
      )}
      {failed && (
        <p role="alert" className="px-4 pb-3 text-danger">
          {say({ zh: '部分结果未能加载', en: 'Some results could not be loaded' })}
        </p>
      )}
      <span role="status" className="sr-only">
        {busy ? '' : say({ zh: '{n} 个结果', en: '{n} results' }, { n: entries.length })}
      </span>
      <KeyHints acts={active?.acts !== undefined} />
    </>
  )
}

const recentTitle = { zh: '最近访问', en: 'Recent' }
const pagesTitle = { zh: '页面', en: 'Pages' }
const actionsTitle = { zh: '操作', en: 'Actions' }

function useSections(typed: string, path: string, subject: Entry | undefined) {
  const routes = useMemo(() => routesOf(currentMenu()), [])
  const actions = useOwnActions()
  const recent = useRecent((s) => s.paths)
  const { answers, busy, failed } = useFindings(subject ? '' : typed)
  const sections: Section[] = []
  if (subject) {
    const acts = (subject.acts ?? []).map(({ label, ...act }) => ({
      ...act,
      id: label.en,
      label: say(label),
      also: [label],
    }))
    sections.push({
      title: actionsTitle,
      entries: typed
        ? fittingActions(acts, typed)
        : acts.map((act) => ({ ...act, key: `act:${act.id.replaceAll(' ', '-')}` })),
    })
  } else if (typed) {
    sections.push({ title: pagesTitle, entries: fittingPages(routes, typed) })
    for (const { finder, list } of answers) sections.push(findingEntries(finder, list, typed))
    sections.push({ title: actionsTitle, entries: fittingActions(actions, typed) })
  } else {
    const before = recent.flatMap((seen) => routes.find((route) => route.path === seen && seen !== path) ?? [])
    sections.push({ title: recentTitle, entries: before.slice(0, 5).map((route) => pageEntry(route)) })
    sections.push({ title: actionsTitle, entries: actions.map((action) => ({ ...action, key: `act:${action.id}` })) })
  }
  return { sections: sections.filter(({ entries }) => entries.length > 0), busy, failed }
}
