import { cx } from '../base/join-classes.ts'

/** A grey shape in the size of the content; hidden for the first 150 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('shimmer h-3 rounded', className)} />
}
