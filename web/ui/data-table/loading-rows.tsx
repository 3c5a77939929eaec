import { Skeleton } from '../feedback/skeleton.tsx'

const count = 8
const rows = Array.from({ length: count }, (_, index) => index)

/** Placeholders in the shape of the rows, column by column. */
export function LoadingRows({ widths, before }: { widths: readonly number[]; before: number }) {
  return (
    <div aria-hidden="true" style={{ paddingLeft: before }}>
      {rows.map((row) => (
        <div key={row} className="flex h-9 items-center">
          {widths.map((width, index) => (
            <div key={index} style={{ width }} className="shrink-0 px-2.5">
              <Skeleton className={row % 2 ? 'w-2/5' : 'w-3/5'} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
