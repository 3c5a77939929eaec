import { lazyPart } from '../../kit/loading/lazy-part.ts'

/** The backups of one device. */
export const BackupDrawer = lazyPart(() => import('./backup/backup-drawer.tsx'), 'BackupDrawer')
