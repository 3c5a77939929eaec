import { cx } from '../base/join-classes.ts'

/** Number of the colour, see `groupColor` of the contract. */
const dots = [
  'bg-tag-grey',
  'bg-tag-blue',
  'bg-tag-green',
  'bg-tag-orange',
  'bg-tag-red',
  'bg-tag-purple',
  'bg-tag-cyan',
  'bg-tag-pink',
]

/** The colour of a group. */
export function TagDot({ color, className }: { color: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('inline-block size-2 shrink-0 rounded-full', dots[color] ?? dots[0], className)}
    />
  )
}

/** The name of a group beside its colour. */
export function Tag({ name, color }: { name: string; color: number }) {
  return (
    <span className="inline-flex h-5 max-w-32 items-center gap-1.5 rounded-full border border-line px-2 text-xs text-soft">
      <TagDot color={color} />
      <span className="truncate">{name}</span>
    </span>
  )
}
