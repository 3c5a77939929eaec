import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Maybe } from '../../kit/schema.ts'
import { terminalLink } from '../device/terminal/enums.ts'
import { terminalCompany, terminalOs } from './enums.ts'
import { PeriodOut, PlaceOfRow, rankIn, RankOut, rankOut, seriesIn, SeriesOut } from './shapes.ts'

const common = { who: 'stat.read', scene: 'read', shows: ['terminal'] } as const

/** Rows are terminals. */
const TerminalRank = rankOut({
  ...PlaceOfRow,
  mac: Type.String(),
  company: enumOf(terminalCompany),
  os: enumOf(terminalOs),
})

export const terminalCalls = defineCalls({
  /**
   * `value`: octets both ways, as radios count them, and as gateways count what wired terminals move to and from outside. Of terminals
   * of which no device counts octets nothing is known.
   */
  flow: {
    ...common,
    at: 'GET stat/terminal/rank/flow',
    does: { zh: '终端流量排行', en: 'Terminals with the most traffic' },
    in: rankIn({}),
    out: Type.Object({
      ...TerminalRank.properties,
      /** Terminals whose octets were counted in the period, of those that were there. */
      known: Type.Integer(),
      of: Type.Integer(),
    }),
  },
  /** `value`: seconds online. */
  longest: {
    ...common,
    at: 'GET stat/terminal/rank/online',
    does: { zh: '终端在线时长排行', en: 'Terminals that were online longest' },
    in: rankIn({}),
    out: TerminalRank,
  },
  /** Series by connection: `wired`, `band2`, `band5`, `band6`, means over the step; `now`: at this moment. */
  online: {
    ...common,
    at: 'GET stat/terminal/online',
    does: { zh: '在线终端', en: 'Terminals online over a period' },
    in: seriesIn({ link: Type.Optional(enumOf(terminalLink)) }),
    out: Type.Object({
      ...SeriesOut.properties,
      /** Highest mean of five minutes. */
      peak: Maybe(Type.Number()),
      now: Type.Integer(),
    }),
  },
  /** Series: `access` (times a terminal came), `fresh` (terminals never seen there before). `list`: who came most often. */
  access: {
    ...common,
    at: 'GET stat/terminal/access',
    does: { zh: '终端接入次数', en: 'Number of terminal connections' },
    in: rankIn({}),
    out: Type.Object({ ...SeriesOut.properties, list: TerminalRank.properties.list }),
  },
  /** Terminals that were there in the period. `id`: company 0..7. */
  company: {
    ...common,
    at: 'GET stat/terminal/company',
    does: { zh: '终端厂商分布', en: 'Terminals by manufacturer' },
    in: seriesIn({}),
    out: RankOut,
  },
  /** Terminals that were there in the period. `id`: operating system 0..4. */
  os: {
    ...common,
    at: 'GET stat/terminal/os',
    does: { zh: '终端系统分布', en: 'Terminals by operating system' },
    in: seriesIn({}),
    out: RankOut,
  },
  /** Terminals by how long they were online in the period. `id`: duration 0..7, every one of them, in their order. */
  duration: {
    ...common,
    at: 'GET stat/terminal/duration',
    does: { zh: '终端在线时长分布', en: 'Terminals by time online' },
    in: seriesIn({}),
    out: RankOut,
  },
  /** The mean number of terminals online in each hour of the week. */
  period: {
    ...common,
    at: 'GET stat/terminal/period',
    does: { zh: '终端活跃时段', en: 'Terminals online by hour of the week' },
    in: seriesIn({}),
    out: PeriodOut,
  },
})
