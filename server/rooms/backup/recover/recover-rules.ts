import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { recoverProblem, recoverReturn } from '@belvedere/contract/rooms/backup/enums.ts'

export type ProblemId = IdOf<typeof recoverProblem>

export interface Problem {
  id: ProblemId
  /** 1: the restore may be forced. */
  may: 0 | 1
  detail: string
}

export interface Recoverable {
  format: 'archive' | 'document'
  complete: boolean
  model: string
  firmware: string
  model_now: string
  firmware_now: string
  online: boolean
  verbs: readonly string[]
  /** The running configuration is not known: it must not be replaced. */
  unknown: boolean
}

/** The result of the content check. */
export type RecoveryProblem = Extract<ProblemId, 'damaged' | 'hostile' | 'noKeys'>

/** The problems of restoring a backup on its own device. */
export function problemsOf(one: Recoverable, finding: RecoveryProblem | undefined): Problem[] {
  const { model, firmware, model_now, firmware_now } = one
  const problems: Problem[] = []
  const stop = (id: ProblemId, detail = '') => problems.push({ id, may: 0, detail })
  const warn = (id: ProblemId, detail = '') => problems.push({ id, may: 1, detail })
  if (!one.complete) stop('incomplete')
  if (finding === 'noKeys') warn(finding)
  else if (finding) stop(finding)
  if (!one.online) stop('offline')
  if (one.unknown) stop('unknown')
  stopKind(one, stop)
  if (model && model_now && model !== model_now) stop('otherModel', `${model} → ${model_now}`)
  else if (firmware && firmware_now && firmware !== firmware_now) warn('otherFirmware', `${firmware} → ${firmware_now}`)
  return problems
}

function stopKind({ format, verbs }: Recoverable, stop: (id: ProblemId) => void): void {
  const [archive, document] = [verbs.includes('restore'), verbs.includes('configure')]
  if (!archive && !document) stop('unable')
  else if (format === 'archive' ? !archive : !document || verbs.includes('backup')) stop('otherKind')
}

/** Problems that cannot be ignored, or only when the restore is forced. */
export const standing = <P extends Pick<Problem, 'may'>>(problems: readonly P[], force: boolean): P[] =>
  problems.filter(({ may }) => !(may && force))

/** Who restores the former configuration when the device becomes unreachable. */
export function returnOf({ format, verbs }: Recoverable): IdOf<typeof recoverReturn> {
  if (verbs.includes('arm') && verbs.includes('confirm')) return 'device'
  return format === 'document' && verbs.includes('running') ? 'gateway' : 'none'
}
