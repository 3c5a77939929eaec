/** One measured claim of the product, against a floor of the same run where there is one. */
export interface Figure {
  /** What `npm run bench <name>` calls it. */
  readonly name: string
  readonly what: string
  /** How `value` must compare to it. */
  readonly must: { readonly is: 'at least' | 'at most'; readonly value: number; readonly unit?: string }
  /** What the floor does, when `value` is absolute: then its ratio to the floor is printed beside it. */
  readonly bare?: string
  /** All rounds together may take so long. */
  readonly minutes?: number
  /** A round takes seconds: the suite plays it, so that the figures cannot rot. */
  readonly quick?: boolean
  /** One round: product and floor interleaved. `value` is what `must` judges; `floor` shows whether the machine stood still. */
  round(): Promise<FigureRound>
  /** Once before the rounds and once after them. */
  before?(): Promise<void>
  after?(): Promise<void>
}

export interface FigureRound {
  value: number
  /** The floor's own measure, in the unit of an absolute `value`; a round whose floor moved by more than a fifth against the others is void. */
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
