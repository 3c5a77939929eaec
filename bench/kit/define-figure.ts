/** A performance requirement of the product, measured against a floor of the same run where there is one. */
export interface Figure {
  /** The name in `npm run bench <name>`. */
  readonly name: string
  readonly what: string
  /** The required relation of `value` to it. */
  readonly must: { readonly is: 'at least' | 'at most'; readonly value: number; readonly unit?: string }
  /** Description of the floor, when `value` is absolute: its ratio to the floor is then printed beside it. */
  readonly bare?: string
  /** Limit of all rounds together. */
  readonly minutes?: number
  /** A round takes seconds: the test suite runs it, so that the figures stay usable. */
  readonly quick?: boolean
  /** One round: product and floor interleaved. `value` is compared with `must`; `floor` shows whether the machine was stable. */
  round(): Promise<FigureRound>
  /** Run once before the rounds and once after them. */
  before?(): Promise<void>
  after?(): Promise<void>
}

export interface FigureRound {
  value: number
  /** The floor's own measure, in the unit of an absolute `value`; void if it differs from other rounds by more than a fifth. */
  floor?: number
  note?: string
}

const mark = Symbol.for('belvedere.figure')

export function defineFigure(figure: Figure): Figure {
  Object.defineProperty(figure, mark, { value: true })
  return figure
}

export function isFigure(value: unknown): value is Figure {
  return typeof value === 'object' && value !== null && mark in value
}
