/**
 * May somebody who holds `mine` hold more? As much as is still free for others and no further, so that whoever comes next
 * finds room: one alone has half of all, n have the n + 1st part each. (Dynamic thresholds, Choudhury and Hahne 1998.)
 */
export const mayHold = ({ held, mine, most }: { held: number; mine: number; most: number }): boolean =>
  mine <= most - held

/** Places that all customers share, and who has how many of them. */
export interface SharedPlaces {
  /** Places taken by everybody. */
  taken: number
  /** Of them, by whoever asks. */
  mine: number
  /** All places there are. */
  places: number
  /** Most that whoever asks may take; undefined: no limit of its own. */
  most?: number | undefined
}

/**
 * May one more be taken? A quarter of the places is kept for those who have fewer than two, so that nobody, and no few together,
 * take all from the others.
 */
export function hasShare({ taken, mine, places, most }: SharedPlaces): boolean {
  if (taken >= places || (most !== undefined && mine >= most)) return false
  return mine < 2 || taken < Math.ceil((places * 3) / 4)
}
