/** Twice the growth of linear work; quadratic work grows by a factor of sixteen. */
export const LINEAR = 8

/**
 * The factor by which the time grows when `prepare` makes four times as much input. Other load on the machine only lengthens a
 * round: the shortest round of each size is used, and rounds are repeated until the result is acceptable.
 */
export function growthOf(prepare: (size: number) => () => unknown, size: number): number {
  const works = [prepare(size), prepare(4 * size)] as const
  const shortest: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const ratio = () => shortest[1] / shortest[0]
  for (let round = 0; round < 5 || (round < 40 && ratio() > LINEAR); round++)
    works.forEach((work, at) => {
      const began = performance.now()
      work()
      shortest[at] = Math.min(shortest[at] as number, performance.now() - began)
    })
  return ratio()
}
