import { wanCalls } from '@belvedere/contract/rooms/stat/wan.ts'
import { curveOf, periodOf, round } from './answers.ts'
import { downOf, type LineTime, lineTimeOf } from './wan/line-time.ts'
import { listGatewayAbsences, listGatewayLines, listLineOutages } from './wan/store.ts'
import { type Handlers, implement } from '../../kernel/implement.ts'
import { inScope } from './scope/in-scope.ts'

const up = (counted: number, down: number) => round(100 * (1 - down / counted), 3)

const answers: Handlers<typeof wanCalls> = {
  async availability(ctx, input) {
    const now = ctx.now()
    const { from } = periodOf(ctx, input)
    const gateways = await listGatewayLines(ctx, input)
    let [outages, down] = [0, 0]
    const curve = await curveOf<LineTime>(ctx, input, {
      unit: '%',
      async read(steps) {
        const spells = await listLineOutages(ctx, input, steps, now)
        const away = await listGatewayAbsences(ctx, input, steps, now)
        const rows = lineTimeOf(gateways, downOf(gateways, spells, away), steps, now)
        if (steps.to > from) {
          outages = [...spells, ...away].filter((one) => one.from >= steps.from).length
          down = rows.reduce((sum, row) => sum + row.down, 0)
        }
        return rows
      },
      series: { up: ({ counted, down }) => up(counted, down) },
      total(rows) {
        const counted = rows.reduce((sum, row) => sum + row.counted, 0)
        return counted
          ? up(
              counted,
              rows.reduce((sum, row) => sum + row.down, 0),
            )
          : null
      },
    })
    return { ...curve, lines: gateways.reduce((sum, { lines }) => sum + lines, 0), outages, down }
  },
}

export const calls = implement(wanCalls, inScope(answers))
