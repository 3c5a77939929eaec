import { endConsole } from '../kit/console-rig.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { lighthouseScores, type Score } from '../kit/lighthouse-run.ts'

/** One run gives both figures: each round of the first figure makes a run for the same round of the second. */
const tours: Promise<Score[]>[] = []

function tour(n: number): Promise<Score[]> {
  tours[n] ??= lighthouseScores()
  return tours[n]
}

const whyOf = ({ parts, again }: Score) =>
  ` (${Object.entries(parts)
    .map(([name, ms]) => `${name} ${ms}`)
    .join(' ')}${again ? ` broke off ${again} ×` : ''})`

function lowest(category: 'performance' | 'accessibility', must: number) {
  let rounds = 0
  return defineFigure({
    name: `lighthouse-${category}`,
    what: `Lighthouse mobile, ${category}: the lowest of sign-in and device list in both themes`,
    must: { is: 'at least', value: must },
    after: endConsole,
    async round() {
      const scores = await tour(rounds++)
      const note = scores.map((score) => `${score.page} ${score.theme} ${score[category]}${whyOf(score)}`).join(', ')
      return { value: Math.min(...scores.map((score) => score[category])), note }
    },
  })
}

export const performance = lowest('performance', 96)
export const accessibility = lowest('accessibility', 100)
