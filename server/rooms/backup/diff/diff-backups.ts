import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { backupErrors as errors } from '@belvedere/contract/rooms/backup/errors.ts'
import { deviceErrors } from '@belvedere/contract/rooms/device/errors.ts'
import { withArchiveSemaphore } from '../../../engines/archive/archive-semaphore.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { sendCommand } from '../../../devices/send-command.ts'
import { documentText } from '../content/content.ts'
import { type BackupFile, findBackup, findPrevious } from '../store.ts'
import { compareFiles } from './compare-files.ts'
import { type ConfigFiles, documentFiles } from './config-files.ts'
import { filesIn, markOf } from './count-contents.ts'

type DiffOut = Out<typeof backupCalls.diff>

/** Milliseconds that a device has to report its configuration. */
const TIME = 30_000

/**
 * Compares a backup with another one, with the one before it, or with the running configuration; the older one is `a`.
 */
export async function diffBackups(ctx: Ctx, { id, against, running }: In<typeof backupCalls.diff>): Promise<DiffOut> {
  const newer = await findBackup(ctx, id)
  if (!newer) throw refuse(errors.noBackup)
  const [a, b] = await Promise.all([
    running ? runningSide(ctx, newer) : olderSide(ctx, newer, against),
    sideOf(ctx, newer),
  ])
  const files = await withArchiveSemaphore(() => compareFiles(a.files, b.files))
  const sum = (key: 'add' | 'del') => files.reduce((all, file) => all + file[key], 0)
  return { a: a.side, b: b.side, files, add: sum('add'), del: sum('del') }
}

interface Loaded {
  side: DiffOut['a']
  files: ConfigFiles
}

async function sideOf({ system }: Ctx, backup: BackupFile): Promise<Loaded> {
  const { id, device_id, name, created_at, model, firmware } = backup
  const files = await filesIn(system, backup).catch(() => undefined)
  if (!files) throw refuse(errors.damagedBackup)
  return { side: { id, device_id, name, created_at, model, firmware }, files }
}

async function olderSide(ctx: Ctx, newer: BackupFile, against: number | undefined): Promise<Loaded> {
  const older = against === undefined ? await findPrevious(ctx, newer) : await findBackup(ctx, against)
  if (!older) throw refuse(against === undefined ? errors.firstBackup : errors.noBackup)
  if (older.format !== newer.format) throw refuse(errors.notComparable)
  return sideOf(ctx, older)
}

async function runningSide(
  ctx: Ctx,
  { format, device_id, name, model_now, firmware_now }: BackupFile,
): Promise<Loaded> {
  if (format !== 'document') throw refuse(errors.runningArchive)
  const config = await runningConfig(ctx, device_id)
  const document = JSON.parse(documentText(config)) as unknown
  const side = { id: null, device_id, name, created_at: ctx.now(), model: model_now, firmware: firmware_now }
  return { side, files: documentFiles(document, await markOf(ctx.system)) }
}

/** The running configuration, read from the device. */
async function runningConfig({ system }: Ctx, device_id: number): Promise<object> {
  const outcome = await sendCommand(system, device_id, { verb: 'running', args: {} }, TIME)
  if ('nobody' in outcome) throw refuse(deviceErrors.offline)
  if ('late' in outcome) throw refuse(deviceErrors.timedOut, { seconds: TIME / 1000 })
  if ('broken' in outcome || 'unsupported' in outcome.answer) throw refuse(deviceErrors.notSupported)
  const { config } = (outcome.answer.data ?? {}) as { config?: unknown }
  if (typeof config !== 'object' || config === null) throw refuse(errors.damagedBackup)
  return config
}
