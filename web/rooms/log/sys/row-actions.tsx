import { MoreHorizontal, Undo2 } from 'lucide-react'
import { useGo } from '../../../kit/routing/go.tsx'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu } from '../../../ui/popups/menu.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { placeOf } from './object-words.ts'
import type { ListedAuditEntry } from './listed-audit-entry.ts'
import type { UndoScope } from './undo-dialog.tsx'

/** Undo of an operation, or the reason why it is not possible; and undo of all later ones. */
export function RowActions({
  operation,
  open,
}: {
  operation: ListedAuditEntry
  open: (operation: ListedAuditEntry, input: UndoScope) => void
}) {
  const may = useMay()
  const go = useGo()
  // links to the object itself if its page supports that
  const goTo = (to: string) => {
    const place = placeOf(operation)
    go(to, place?.to === to ? place.search : undefined)
  }
  const { undo, account, scene_id, scene_name, at } = operation
  const since = { account, scene: scene_name ?? '', at: absoluteTime(at) }
  const operator = say({ zh: '撤销 {account} 从这里起的操作…', en: 'Undo all by {account} from here on…' }, since)
  const scene = say({ zh: '将场景“{scene}”恢复到此前…', en: 'Bring “{scene}” back to before this…' }, since)
  return (
    <span className="inline-flex items-center">
      <IconButton
        size="s"
        icon={Undo2}
        aria-disabled={!undo.can && !undo.to}
        className={undo.can || undo.to ? '' : 'opacity-45'}
        label={undo.can ? { zh: '撤销', en: 'Undo' } : undo.by ? `${undo.why} · ${undo.by}` : undo.why}
        onClick={() => (undo.can ? open(operation, 'this') : undo.to && goTo(undo.to))}
      />
      {may('log.undo') && (
        <Menu
          trigger={<IconButton size="s" icon={MoreHorizontal} label={{ zh: '更多', en: 'More' }} />}
          items={[
            { label: operator, run: () => open(operation, 'operator') },
            ...(scene_id && scene_name ? [{ label: scene, run: () => open(operation, 'scene') }] : []),
          ]}
        />
      )}
    </span>
  )
}
