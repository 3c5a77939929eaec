import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { replaceProblem } from '@belvedere/contract/rooms/backup/enums.ts'
import type { RecoveryProblem, ProblemId } from '../recover/recover-rules.ts'

export interface ReplaceProblem {
  id: ProblemId | IdOf<typeof replaceProblem>
  /** 1: the replacement may be forced. */
  may: 0 | 1
  detail: string
}

interface ReplacedPort {
  from: string
  to: string | null
  used: boolean
}

export interface ReplaceCase {
  row: { format: 'archive' | 'document'; complete: boolean }
  old: { id: number; family: string; team_id: number }
  target: { id: number; family: string; team_id: number; online: boolean; verbs: readonly string[] }
  moved: { ports: readonly ReplacedPort[]; radios: readonly ReplacedPort[] }
  finding: RecoveryProblem | undefined
  /** The family's driver can move a configuration. */
  movable: boolean
}

/** Compares the interfaces of two hosts: an archive names them, and they keep their names. */
export function sameNames(
  from: readonly NamedPort[] = [],
  to: readonly NamedPort[] = [],
): { ports: { from: string; to: string | null; role: string; used: boolean }[]; spare: string[] } {
  const there = to.filter(isPort).map(({ name }) => name)
  const ports = from.filter(isPort).map(({ name, role }) => ({
    from: name,
    to: there.includes(name) ? name : null,
    role,
    used: true,
  }))
  return { ports, spare: there.filter((name) => !ports.some((port) => port.from === name)) }
}

interface NamedPort {
  name: string
  role: string
}

/** Tunnels, bridges and the loopback are created by the configuration itself. */
const isPort = ({ role }: NamedPort) => role !== 'other'

/** The problems of giving the configuration of one device to another. */
export function replaceProblems({ row, old, target, moved, finding, movable }: ReplaceCase): ReplaceProblem[] {
  const problems: ReplaceProblem[] = []
  const stop = (id: ReplaceProblem['id']) => problems.push({ id, may: 0, detail: '' })
  if (!row.complete) stop('incomplete')
  if (finding === 'noKeys') problems.push({ id: finding, may: 1, detail: '' })
  else if (finding) stop(finding)
  if (old.id === target.id) stop('sameDevice')
  if (old.team_id !== target.team_id) stop('otherTeam')
  if (old.family !== target.family) stop('otherFamily')
  else if (!movable && row.format === 'document') stop('cannotMove')
  if (!target.online) stop('offline')
  if (!target.verbs.includes(row.format === 'document' ? 'configure' : 'restore')) stop('unable')
  const lost = [...moved.ports, ...moved.radios].filter(({ to, used }) => used && to === null).map(({ from }) => from)
  if (lost.length > 0) problems.push({ id: 'unmapped', may: 1, detail: lost.join(', ') })
  return problems
}
