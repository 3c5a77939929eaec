import type { PortChoices } from '@belvedere/contract/kit/intent/fields.ts'
import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { useState } from 'react'
import { say, type Words } from '../../../kit/words/words.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { AddEntry } from './add-entry.tsx'
import { EntryCard } from './entry-card.tsx'
import {
  blank,
  checkedFaults,
  editsOf,
  type IntentEntry,
  holdingOf,
  inheritedLink,
  type LevelId,
  placeOf,
  unchanged,
  type IntentEdit,
  type IntentEdits,
} from './form-state.ts'
import type { NamedKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { getKind, intentKinds } from '@belvedere/contract/kit/intent/kinds.ts'

interface SectionsProps {
  level: LevelId
  entries: ReadonlyMap<string, IntentEntry>
  wishes: IntentEdits
  /** Settings that are available at the target. */
  kinds: readonly IntentKind[]
  ports: PortChoices
  readOnly: boolean
  onWish: (edit: IntentEdit) => void
  /** Discards the changes of an entry that does not exist yet. */
  onForget: (place: string) => void
}

const reach: Readonly<Record<LevelId, Words>> = {
  0: {
    zh: '对场景内的全部设备生效；分组和单台设备可以另行设置',
    en: 'For every device of the scene; groups and single devices can override it',
  },
  1: { zh: '对分组内的全部设备生效，优先于场景', en: 'For every device of the group; overrides its scene' },
  2: { zh: '只对这台设备生效，优先于分组和场景', en: 'For this device only; overrides its group and scene' },
}

/** The settings by kind. */
export function Sections(props: SectionsProps) {
  const [at, setAt] = useState<IntentKind>('wireless')
  const offered = intentKinds.filter(({ name }) => props.kinds.includes(name))
  const shown = offered.find(({ name }) => name === at) ?? offered[0]
  const tabs = offered.map(({ name, words, tab, key }) => ({
    id: name,
    label: tab ?? words,
    ...(key.fixed ? {} : { count: keysOf(name, props).length }),
  }))
  return (
    <>
      <p className="mb-2 text-soft">{say(reach[props.level])}</p>
      <Tabs tabs={tabs} value={shown?.name ?? at} onChange={setAt} className="mb-4" />
      {shown && <OneSection key={shown.name} of={shown} {...props} />}
    </>
  )
}

/** Entries of a kind: existing and added ones. */
function keysOf(kind: IntentKind, { entries, wishes }: Pick<SectionsProps, 'entries' | 'wishes'>): string[] {
  const all = [...entries.values(), ...wishes.values()].filter((one) => one.kind === kind)
  return [...new Set(all.map(({ key }) => key))].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))
}

function OneSection({ of, ...props }: SectionsProps & { of: NamedKind }) {
  const { level, entries, wishes, ports, readOnly, onWish, onForget } = props
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const { name: kind, key: named } = of
  const { fixed } = named
  const all = holdingOf(entries, wishes, level)
  const keys = fixed ? fixed.map(({ id }) => id) : keysOf(kind, props)
  const add = (name: string) => {
    setAdded(new Set([...added, name]))
    onWish({ kind, key: name, fields: {}, removed: false })
  }
  return (
    <div className="flex flex-col gap-3">
      {keys.map((name) => {
        const place = placeOf({ kind, key: name })
        const entry = entries.get(place) ?? blank(kind, name)
        const edit = wishes.get(place) ?? unchanged(entry, level)
        const isNew = !entries.has(place)
        return (
          <EntryCard
            key={name}
            {...{ entry, wish: edit, level, ports, readOnly }}
            faults={checkedFaults(entry, edit, level, all)}
            title={titleOf(of, name)}
            changed={editsOf(entries, new Map([[place, edit]]), level, 1).length > 0}
            startOpen={keys.length === 1 || added.has(name)}
            onChange={onWish}
            onRemove={fixed ? undefined : removal(entry, edit, level, isNew, onWish, () => onForget(place))}
          />
        )
      })}
      {keys.length === 0 && <EmptyState title={{ zh: '还没有设置', en: 'Nothing set yet' }} hint={emptyHint} />}
      {named.add && !readOnly && <AddEntry words={named.add} is={named.is} taken={keys} onAdd={add} />}
    </div>
  )
}

const emptyHint = { zh: '未设置的内容保持设备原样', en: 'Settings that are not set keep the value of the device' }

const titleOf = ({ key: { fixed } }: NamedKind, key: string): string => {
  const words = fixed?.find(({ id }) => id === key)
  return words ? say(words) : key
}

/**
 * How an entry is removed: an added one is discarded, an own one loses its fields, an inherited one is removed at this
 * level.
 */
function removal(
  entry: IntentEntry,
  edit: IntentEdit,
  level: LevelId,
  isNew: boolean,
  onWish: (edit: IntentEdit) => void,
  forget: () => void,
): (() => void) | undefined {
  if (isNew) return forget
  const links = Object.keys(entry.fields).map((name) => inheritedLink(entry, name, level))
  const fromAbove = links.some((link) => link?.origin === 'scene' || link?.origin === 'group')
  // an entry that the device always has is removed by disabling it
  const fromDevice = links.some((link) => link?.origin === 'base' || link?.origin === 'default')
  if (fromAbove) return () => onWish({ ...edit, fields: {}, removed: true })
  const { off } = getKind(entry.kind)
  if (fromDevice) return off && (() => onWish({ ...edit, fields: off }))
  return () => onWish({ ...edit, fields: {} })
}
