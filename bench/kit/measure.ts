import type { Figure, FigureRound } from './define-figure.ts'
import { loadNow, median } from './process-figures.ts'
import { isShort } from './sized.ts'

/** A floor that changes by more than this between rounds shows that the machine was not stable. */
const MOVED = 0.2

/** The printed result of a figure. */
export interface FigureLine {
  readonly figure: string
  /** Why there is no result. */
  readonly failed?: string
  readonly [more: string]: unknown
}

/** Medians of the rounds; void if the floor changed. */
export async function measure(figure: Figure, rounds: number): Promise<FigureLine> {
  const load = loadNow()
  const done: FigureRound[] = []
  try {
    await figure.before?.()
    for (let n = 0; n < rounds; n++) done.push(await figure.round())
  } finally {
    await figure.after?.()
  }
  const value = median(done.map((one) => one.value))
  const floors = done.flatMap(({ floor }) => (floor === undefined ? [] : [floor]))
  const moved = floors.length > 1 ? Math.max(...floors) / Math.min(...floors) - 1 : 0
  const { is, value: bound, unit } = figure.must
  return {
    figure: figure.name,
    value: Number(value.toPrecision(4)),
    must: `${is} ${bound}${unit ? ` ${unit}` : ''}`,
    ...(isShort ? { short: 'no figure' } : { holds: is === 'at least' ? value >= bound : value <= bound }),
    ...againstFloor(figure, value, floors),
    rounds: done.map((one) => Number(one.value.toPrecision(4))),
    ...(moved > MOVED ? { void: `the floor moved by ${Math.round(moved * 100)} %` } : {}),
    ...(load > 0.7 ? { loaded: `load ${load} before it began` } : {}),
    what: figure.what,
    note: done.at(-1)?.note,
  }
}

/** An absolute figure is easier to judge beside the same work done bare in the same run. */
function againstFloor({ bare }: Figure, value: number, floors: readonly number[]): object {
  if (!bare || floors.length === 0) return {}
  const floor = median(floors)
  return { floor: Number(floor.toPrecision(4)), ratio: Number((value / floor).toPrecision(3)), bare }
}
