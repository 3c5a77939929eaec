import type { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { recoverProblem, replaceProblem } from '@belvedere/contract/rooms/backup/enums.ts'
import { lang } from '../../../kit/words/words.ts'
import { cx } from '../../../ui/base/join-classes.ts'
import { Status } from '../../../ui/feedback/status.tsx'
import type { AnswerOf } from '../../../kit/calls/call.ts'

/** Problems of a restore: red ones block it, amber ones can be ignored. */
export function Problems({ problems }: { problems: AnswerOf<typeof backupCalls.map>['problems'] }) {
  if (problems.length === 0) return null
  return (
    <ul className="grid gap-2">
      {problems.map(({ id, may, detail }) => (
        <li
          key={id}
          className={cx(
            'flex flex-wrap items-center gap-2 rounded-md px-3 py-2',
            may ? 'bg-warning-soft' : 'bg-danger-soft',
          )}
        >
          <Status
            tone={may ? 'warning' : 'danger'}
            label={(recoverProblem.find(id) ?? replaceProblem.find(id))?.[lang] ?? id}
          />
          {detail && <span className="font-mono text-xs text-soft">{detail}</span>}
        </li>
      ))}
    </ul>
  )
}
