import { TagDot } from '../../ui/values/tag-dot.tsx'
import type { GroupLike } from './open-group.ts'

/** The colour and name of a group in lists. */
export function GroupName({ group: { name, color } }: { group: Pick<GroupLike, 'name' | 'color'> }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <TagDot color={color} />
      <span className="truncate font-medium">{name}</span>
    </span>
  )
}
