/** One thing a check wants changed, and where: `path:line text`. */
export interface Finding {
  readonly path: string
  readonly line?: number
  readonly text: string
}

export const show = ({ path, line, text }: Finding) => `${path}${line ? `:${line}` : ''} ${text}`
