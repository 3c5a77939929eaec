import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { seriesIn, SeriesOut } from './shapes.ts'

export const wanCalls = defineCalls({
  /**
   * Series `up`: percent of the time of each step that lines of gateways to the internet were up; of the devices and lines
   * there are now. A line is down while its device says so, and while the device is away: no line of it leads here then.
   */
  availability: {
    who: 'stat.read',
    scene: 'read',
    at: 'GET stat/wan/availability',
    does: { zh: '外网线路可用率', en: 'Availability of lines to the internet' },
    in: seriesIn({}),
    out: Type.Object({
      ...SeriesOut.properties,
      lines: Type.Integer(),
      /** Times a line went down in the period. */
      outages: Type.Integer(),
      /** Seconds lines were down in it, all together. */
      down: Type.Integer(),
    }),
    shows: ['device', 'alarm'],
  },
})
