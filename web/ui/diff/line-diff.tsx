import type { ReactNode } from 'react'
import { cx } from '../base/join-classes.ts'
import { pairsOf, type DiffHunk, type DiffPair } from './line-pairs.ts'
import { useAtLeast } from '../layout/use-at-least.ts'
import { say } from '../base/words.ts'

interface LineDiffProps {
  hunks: readonly DiffHunk[]
  /** Accessible name. */
  label: string
}

/** The differences between two texts: side by side on a wide screen, one below the other on a narrow one. */
export function LineDiff({ hunks, label }: LineDiffProps) {
  const wide = useAtLeast('md')
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line bg-surface font-mono text-xs leading-5"
    >
      {hunks.map((hunk, at) => (
        <div key={`${hunk.before} ${hunk.after}`} className={cx(at > 0 && 'border-t border-dashed border-strong')}>
          {wide ? <SideBySide hunk={hunk} /> : <Stacked hunk={hunk} />}
        </div>
      ))}
    </div>
  )
}

function SideBySide({ hunk }: { hunk: DiffHunk }) {
  return (
    <DiffTable>
      {pairsOf(hunk).map((pair) => (
        <DiffRow key={`${pair.before} ${pair.after}`} pair={pair} />
      ))}
    </DiffTable>
  )
}

/** Two texts side by side with line numbers; its rows are `DiffRow`s, or any row of four columns. */
export function DiffTable({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <table className={cx('w-full table-fixed border-collapse', className)}>
      <colgroup>
        <col className="w-12" />
        <col />
        <col className="w-12" />
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
      <tbody>{children}</tbody>
    </table>
  )
}

export function DiffRow({ pair: { before, after, left, right, same } }: { pair: DiffPair }) {
  return (
    <tr className="align-top">
      <LineNumber n={left === undefined ? undefined : before} />
      <Line text={left} sign={same || left === undefined ? '' : '−'} />
      <LineNumber n={right === undefined ? undefined : after} />
      <Line text={right} sign={same || right === undefined ? '' : '+'} />
    </tr>
  )
}

function Stacked({ hunk: { lines } }: { hunk: DiffHunk }) {
  return (
    <table className="w-full border-collapse">
      <tbody>
        {lines.map(({ mark, text }, at) => (
          // lines of a hunk are identified by their index
          // biome-ignore lint/suspicious/noArrayIndexKey: their order does not change
          <tr key={at}>
            <Line text={text} sign={mark === '-' ? '−' : mark === '+' ? '+' : ''} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LineNumber({ n }: { n: number | undefined }) {
  return <td className="border-l border-line px-2 text-right text-faint select-none first:border-l-0">{n}</td>
}

const grounds: Record<string, string> = { '−': 'bg-danger-soft', '+': 'bg-success-soft' }

/** The sign carries the same meaning as the colour. */
function Line({ text, sign }: { text: string | undefined; sign: string }) {
  return (
    <td
      className={cx(
        'relative pr-2 pl-4 break-all whitespace-pre-wrap',
        text === undefined ? 'bg-sunken' : grounds[sign],
      )}
    >
      {sign && <span className="absolute left-1 select-none">{sign}</span>}
      {text}
    </td>
  )
}
