/**
 * Whether a user that holds `mine` units may take one more: only while more units are free than it holds. A new user therefore
 * always finds free units: one user alone gets half of all units, n users get 1/(n + 1) each. (Dynamic thresholds, Choudhury and
 * Hahne 1998.)
 */
export const mayHold = ({ held, mine, most }: { held: number; mine: number; most: number }): boolean =>
  mine <= most - held

/** The use of places that all customers share. */
export interface SharedPlaces {
  /** Places taken by all users. */
  taken: number
  /** Places taken by this user. */
  mine: number
  /** Number of all places. */
  places: number
  /** Most places for this user; undefined: no limit. */
  most?: number | undefined
}

/**
 * Whether one more place may be taken. A quarter of the places is reserved for users that have fewer than two. A small group of
 * users therefore cannot take all places.
 */
export function hasShare({ taken, mine, places, most }: SharedPlaces): boolean {
  if (taken >= places || (most !== undefined && mine >= most)) return false
  return mine < 2 || taken < Math.ceil((places * 3) / 4)
}
