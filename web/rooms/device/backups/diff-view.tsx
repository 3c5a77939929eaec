import { useState } from 'react'
import { say } from '../../../kit/words.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/join-classes.ts'
import { Badge } from '../../../ui/status.tsx'
import type { Diff, FileDiff } from './backup-row.ts'

/** Rows of a file that are drawn until somebody asks for more. */
const few = 300

const states = {
  same: { zh: '相同', en: 'Same' },
  added: { zh: '新增', en: 'Added' },
  removed: { zh: '删除', en: 'Removed' },
  changed: { zh: '修改', en: 'Changed' },
} as const

const tones = { same: 'neutral', added: 'success', removed: 'danger', changed: 'warning' } as const

/** Two configurations side by side, file by file; what is equal is folded away. */
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
          {say({ zh: '另有 {same} 个文件相同', en: '{same} files are equal' }, { same })}
        </p>
      )}
    </div>
  )
}

function File({ file }: { file: FileDiff }) {
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
            {say({ zh: '显示其余 {n} 行', en: 'Show {n} more lines' }, { n: rows.length - shown.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

function Lines({ rows }: { rows: FileDiff['rows'] }) {
  return (
    <table className="w-full min-w-160 table-fixed border-collapse font-mono text-xs leading-5">
      <colgroup>
        <col className="w-11" />
        <col />
        <col className="w-11" />
        <col />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th>{say({ zh: '原行号', en: 'Old line' })}</th>
          <th>{say({ zh: '原内容', en: 'Old text' })}</th>
          <th>{say({ zh: '新行号', en: 'New line' })}</th>
          <th>{say({ zh: '新内容', en: 'New text' })}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line key={`${row.a} ${row.b}`} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ row }: { row: FileDiff['rows'][number] }) {
  if (row.kind === 'skip')
    return (
      <tr className="bg-sunken text-faint">
        <td colSpan={4} className="px-3 py-0.5">
          {say({ zh: '⋯ {n} 行相同', en: '⋯ {n} equal lines' }, { n: row.new })}
        </td>
      </tr>
    )
  const went = row.kind === 'del' || row.kind === 'change'
  const came = row.kind === 'add' || row.kind === 'change'
  return (
    <tr className="align-top">
      <Number n={row.a} />
      <Text text={row.old} ground={went ? 'bg-danger-soft' : row.a === 0 ? 'bg-sunken' : ''} sign={went ? '−' : ''} />
      <Number n={row.b} />
      <Text text={row.new} ground={came ? 'bg-success-soft' : row.b === 0 ? 'bg-sunken' : ''} sign={came ? '+' : ''} />
    </tr>
  )
}

function Number({ n }: { n: number }) {
  return <td className="border-l border-line px-2 text-right text-faint select-none first:border-l-0">{n || ''}</td>
}

/** The sign says it too: nobody depends on colour. */
function Text({ text, ground, sign }: { text: string; ground: string; sign: string }) {
  return (
    <td className={cx('relative py-0 pr-2 pl-4 break-all whitespace-pre-wrap', ground)}>
      {sign && <span className="absolute left-1 select-none">{sign}</span>}
      {text}
    </td>
  )
}
