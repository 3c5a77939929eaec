import { Suspense, useMemo, useState } from 'react'
import type { Subject } from './backup-row.ts'
import type { DiffOf } from './diff-dialog.tsx'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'

const DiffDialog = lazyPart(() => import('./diff-dialog.tsx'), 'DiffDialog')
const RestoreDialog = lazyPart(() => import('./restore-dialog.tsx'), 'RestoreDialog')
const PolicyDialog = lazyPart(() => import('./policy-dialog.tsx'), 'PolicyDialog')
const NoteDialog = lazyPart(() => import('./note-dialog.tsx'), 'NoteDialog')
const BackupDrawer = lazyPart(() => import('./backup-drawer.tsx'), 'BackupDrawer')
const ReplaceDialog = lazyPart(() => import('./replace-dialog.tsx'), 'ReplaceDialog')

type BackupDialog =
  | { what: 'diff'; of: DiffOf }
  | { what: 'restore'; id: number; created_at: number }
  | { what: 'replace'; id: number; device_id: number; name: string }
  | { what: 'note'; id: number; note: string }
  | { what: 'policy' }
  | { what: 'history'; subject: Subject }

export type OpenBackup = (open: BackupDialog) => void

/** The dialogs of backups, one at a time; render `dialogs` anywhere on the page. */
export function useBackupDialogs() {
  const [open, setOpen] = useState<BackupDialog>()
  const close = () => setOpen(undefined)
  return useMemo(() => ({ show: setOpen as OpenBackup, dialogs: <Suspense>{windowOf(open, close)}</Suspense> }), [open])
}

function windowOf(open: BackupDialog | undefined, close: () => void) {
  switch (open?.what) {
    case 'diff':
      return <DiffDialog of={open.of} onClose={close} />
    case 'restore':
      return <RestoreDialog id={open.id} created_at={open.created_at} onClose={close} />
    case 'replace':
      return <ReplaceDialog id={open.id} device_id={open.device_id} name={open.name} onClose={close} />
    case 'note':
      return <NoteDialog id={open.id} note={open.note} onClose={close} />
    case 'policy':
      return <PolicyDialog onClose={close} />
    case 'history':
      return <BackupDrawer device={open.subject} onClose={close} />
    default:
      return null
  }
}
