import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { backupErrors as errors } from '@belvedere/contract/rooms/backup/errors.ts'
import type { Transplanted } from '@belvedere/drivers/kit/transplant.ts'
import { discoverDrivers } from '../../../devices/discover-drivers.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { readContent } from '../content/content.ts'
import { inspectContent } from '../recover/inspect-content.ts'
import { findRecover, type RecoverRow } from '../recover/store.ts'
import { replaceProblems, sameNames } from './replace-rules.ts'
import { findHardware, type DeviceHardware } from './store.ts'

type MappedDocument = Record<string, unknown>

/** A backup to be moved to other hardware, with its problems. */
export interface Move {
  row: RecoverRow
  old: DeviceHardware
  target: DeviceHardware
  /** As stored. */
  document: MappedDocument
  /** As it would be sent to the new device. */
  moved: Transplanted
  problems: Out<typeof backupCalls.map>['problems']
}

/** Computes how the configuration of a backup is moved to another device. */
export async function moveOf(ctx: Ctx, id: number, device_id: number): Promise<Move> {
  const row = await findRecover(ctx, id)
  if (!row) throw refuse(errors.noBackup)
  const old = await findHardware(ctx, row.device_id)
  const target = await findHardware(ctx, device_id)
  if (!old || !target) throw refuse(errors.noBackup)
  const driver = (await discoverDrivers()).find(({ family }) => family === target.family)
  const finding = await inspectContent(ctx.system, row)
  const document = row.format === 'document' && !finding ? await documentIn(ctx, row) : {}
  const moved: Transplanted =
    row.format === 'archive'
      ? archiveMoved(old, target)
      : driver?.replace
        ? driver.replace.transplant(document, boardOf(driver.replace, old), boardOf(driver.replace, target))
        : { document, ports: [], radios: [], spare_ports: [], spare_radios: [], adjusted: [] }
  const problems = replaceProblems({ row, old, target, moved, finding, movable: driver?.replace !== undefined })
  return { row, old, target, document, moved, problems }
}

/** An archive is written to the other host unchanged. */
function archiveMoved(old: DeviceHardware, target: DeviceHardware): Transplanted {
  const { ports, spare } = sameNames(old.facts?.interfaces, target.facts?.interfaces)
  return { document: {}, ports, radios: [], spare_ports: spare, spare_radios: [], adjusted: [] }
}

const boardOf = (
  replace: { board(capabilities: MappedDocument, facts: DeviceHardware['facts'] | undefined): unknown },
  { capabilities, facts }: DeviceHardware,
) => replace.board(capabilities, facts ?? undefined) as never

async function documentIn({ system }: Ctx, row: RecoverRow): Promise<MappedDocument> {
  const bytes = await readContent(system, row)
  if (!bytes) throw refuse(errors.damagedBackup)
  return JSON.parse(bytes.toString('utf8')) as MappedDocument
}
