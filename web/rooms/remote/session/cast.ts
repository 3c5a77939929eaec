/** Event of a recording: seconds since the start, `o` output, `i` input, `r` resize, and the text. */
export type CastEvent = readonly [seconds: number, kind: string, text: string]

/** Maximum pause in a replay, seconds. */
const PAUSE = 2

/** Output of the terminal with its time in the replay. */
export interface CastText {
  /** Seconds in the replay, with shortened pauses. */
  at: number
  text: string
}

/** The output of the terminal with shortened pauses. */
export function shownOf(events: readonly CastEvent[]): CastText[] {
  let at = 0
  let before = 0
  const shown: CastText[] = []
  for (const [seconds, kind, text] of events) {
    at += Math.min(PAUSE, Math.max(0, seconds - before))
    before = seconds
    if (kind === 'o') shown.push({ at, text })
  }
  return shown
}

export interface CastLine {
  at: number
  text: string
}

// oxlint-disable-next-line no-control-regex -- control characters are removed
const steering =
  /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007]*(?:\u0007|\u001b\\)|[@-Z\\-_])|[\u0000-\u0008\u000b-\u001f]/g

/** The lines of the output, each with its start time; for searching. */
export function linesOf(shown: readonly CastText[]): CastLine[] {
  const lines: CastLine[] = [{ at: 0, text: '' }]
  for (const { at, text } of shown) {
    const [first = '', ...more] = text.replace(steering, '').split('\n')
    const last = lines.at(-1) as CastLine
    if (!last.text) last.at = at
    last.text += first
    for (const one of more) lines.push({ at, text: one })
  }
  return lines.filter(({ text }) => text.trim())
}

const MOST = 100

/** The first lines that contain the text, ignoring case. */
export function findLines(lines: readonly CastLine[], wanted: string): CastLine[] {
  const text = wanted.trim().toLowerCase()
  return text ? lines.filter((line) => line.text.toLowerCase().includes(text)).slice(0, MOST) : []
}
