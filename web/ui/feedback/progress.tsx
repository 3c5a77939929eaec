import { say } from '../base/words.ts'

interface ProgressProps {
  done: number
  total: number
  failed: number
}

/** The share of devices that have finished, failures in another colour. */
export function Progress({ done, total, failed }: ProgressProps) {
  const part = (count: number) => `${total > 0 ? (count / total) * 100 : 0}%`
  const text =
    failed > 0
      ? say({ zh: '{done}/{total}，失败 {failed}', en: '{done}/{total}, {failed} failed' }, { done, total, failed })
      : `${done}/${total}`
  return (
    <span className="flex items-center gap-2">
      <span
        role="progressbar"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-label={text}
        className="flex h-1 w-14 shrink-0 overflow-hidden rounded-full bg-strong/60"
      >
        <span className="bg-success-dot transition-[width]" style={{ width: part(done - failed) }} />
        <span className="bg-danger-dot transition-[width]" style={{ width: part(failed) }} />
      </span>
      <span className="truncate text-xs text-soft">{text}</span>
    </span>
  )
}
