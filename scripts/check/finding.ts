/** A defect that a check reports, and its place: `path:line text`. */
export interface Finding {
  readonly path: string
  readonly line?: number
  readonly text: string
}

export const show = ({ path, line, text }: Finding) => `${path}${line ? `:${line}` : ''} ${text}`
