/** Twice the growth of linear work; quadratic work grows sixteenfold. */
export const LINEAR = 8

/**
 * How many times longer work takes on four times as much of what `prepare` makes. Other work of the machine only makes a round
 * longer: the shortest round of each size counts, of as many rounds as it takes to be content.
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
