import { useState } from 'react'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DiffRow, DiffTable } from '../../../ui/diff/line-diff.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import type { Diff, BackupFileDiff } from './backup-row.ts'

/** Maximum number of rows of a file until the user requests more. */
const few = 300

const states = {
  same: { zh: '相同', en: 'Same' },
  added: { zh: '新增', en: 'Added' },
  removed: { zh: '删除', en: 'Removed' },
  changed: { zh: '修改', en: 'Changed' },
} as const

const tones = { same: 'neutral', added: 'success', removed: 'danger', changed: 'warning' } as const

/** Two configurations side by side by file; equal parts are collapsed. */
export function DiffView({ diff }: { diff: Pick<Diff, 'files'> }) {
  const changed = diff.files.filter(({ state }) => state !== 'same')
  const same = diff.files.length - changed.length
  return (
    <div className="grid gap-4">
      {changed.length === 0 && (
        <p className="rounded-md bg-sunken px-4 py-6 text-center text-soft">
          {say({ zh: '两份配置没有差异', en: 'The two configurations do not differ' })}
        </p>
      )}
      {changed.map((file) => (
        <File key={file.path} file={file} />
      ))}
      {same > 0 && changed.length > 0 && (
        <p className="text-sm text-faint">
          {say({ zh: '另有 {same} 个文件相同', en: '{same} {same:file is|files are} identical' }, { same })}
        </p>
      )}
    </div>
  )
}

function File({ file }: { file: BackupFileDiff }) {
  const [all, setAll] = useState(false)
  const { path, state, binary, add, del, rows } = file
  const shown = all ? rows : rows.slice(0, few)
  return (
    <section aria-label={path} className="overflow-hidden rounded-lg border border-line">
      <header className="flex flex-wrap items-center gap-2 border-b border-line bg-sunken px-3 py-1.5">
        <h3 className="min-w-0 flex-1 truncate font-mono text-xs">{path}</h3>
        <Badge tone={tones[state]} label={states[state]} />
        <span className="text-xs tabular-nums">
          <span className="text-success">+{add}</span> <span className="text-danger">−{del}</span>
        </span>
      </header>
      {binary === 1 && (
        <p className="px-3 py-2 text-sm text-soft">
          {say({ zh: '二进制文件，只比较摘要', en: 'No text: only its digest is compared' })}
        </p>
      )}
      {rows.length > 0 && (
        <div className="overflow-x-auto">
          <Lines rows={shown} />
        </div>
      )}
      {shown.length < rows.length && (
        <div className="border-t border-line p-2 text-center">
          <Button kind="quiet" size="s" onClick={() => setAll(true)}>
            {say({ zh: '显示其余 {n} 行', en: 'Show {n} more {n:line|lines}' }, { n: rows.length - shown.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

function Lines({ rows }: { rows: BackupFileDiff['rows'] }) {
  return (
    <DiffTable className="min-w-160 font-mono text-xs leading-5">
      {rows.map((row) => (
        <Line key={`${row.a} ${row.b}`} row={row} />
      ))}
    </DiffTable>
  )
}

/** The number 0: the line exists only on the other side. */
function Line({ row: { a, b, old, new: text, kind } }: { row: BackupFileDiff['rows'][number] }) {
  if (kind === 'skip')
    return (
      <tr className="bg-sunken text-faint">
        <td colSpan={4} className="px-3 py-0.5">
          {say({ zh: '⋯ {n} 行相同', en: '⋯ {n} identical {n:line|lines}' }, { n: text })}
        </td>
      </tr>
    )
  const pair = { before: a, after: b, left: a ? old : undefined, right: b ? text : undefined, same: kind === 'same' }
  return <DiffRow pair={pair} />
}
