import { groupColor } from '@belvedere/contract/rooms/scene/enums.ts'
import { cx } from '../../../ui/join-classes.ts'

const dots: Readonly<Record<number, string>> = {
  [groupColor.id.grey]: 'bg-tag-grey',
  [groupColor.id.blue]: 'bg-tag-blue',
  [groupColor.id.green]: 'bg-tag-green',
  [groupColor.id.orange]: 'bg-tag-orange',
  [groupColor.id.red]: 'bg-tag-red',
  [groupColor.id.purple]: 'bg-tag-purple',
  [groupColor.id.cyan]: 'bg-tag-cyan',
  [groupColor.id.pink]: 'bg-tag-pink',
}

export function GroupDot({ color, className }: { color: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('inline-block size-2 shrink-0 rounded-full', dots[color] ?? dots[0], className)}
    />
  )
}

/** The name of a group beside its colour. */
export function GroupTag({ group: { name, color } }: { group: { name: string; color: number } }) {
  return (
    <span className="inline-flex h-5 max-w-32 items-center gap-1.5 rounded-full border border-line px-2 text-xs text-soft">
      <GroupDot color={color} />
      <span className="truncate">{name}</span>
    </span>
  )
}
