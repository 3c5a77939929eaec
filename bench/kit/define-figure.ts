/** One measured claim of the product against a floor of the same run. */
export interface Figure {
  /** What `npm run bench <name>` calls it. */
  readonly name: string
  readonly what: string
  /** How `ratio` must compare to `must`. */
  readonly must: { readonly is: 'at least' | 'at most'; readonly value: number; readonly unit?: string }
  /** One round: product and floor interleaved. `value` is what `must` judges; `floor` shows whether the machine stood still. */
  round(): Promise<Round>
  /** Once before the rounds and once after them. */
  before?(): Promise<void>
  after?(): Promise<void>
}

export interface Round {
  value: number
  /** The floor's own measure; a round whose floor moved by more than a fifth against the others is void. */
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
