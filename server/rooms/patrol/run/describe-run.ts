import { say, type Lang } from '@belvedere/contract/kit/text.ts'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { Finding, scoreCalls } from '@belvedere/contract/rooms/patrol/score.ts'
import { catalogue } from '../rule-kit/catalogue.ts'
import type { PatrolRule } from '../rule-kit/define-rule.ts'
import { ignoredBy, ignoreOf, type Ignored } from './ignore-rules.ts'
import type { StoredPatrolItem } from './patrol-run.ts'
import { scoreOfItems } from './patrol-scene.ts'
import { pointsOf } from './score-rules.ts'
import type { PatrolRun } from './store.ts'

export type PatrolAnswer = Out<typeof scoreCalls.get>

/** Maximum number of devices listed for one finding. */
const MOST = 200

export const noPatrol: PatrolAnswer = {
  run_id: 0,
  at: 0,
  way: 'manual',
  by: '',
  score: null,
  delta: null,
  before_at: null,
  device_cnt: 0,
  items: [],
  gone: [],
  passed: [],
  unknown: [],
}

interface DescribeOptions {
  lang: Lang
  now: number
  ignored: readonly Ignored[]
}

/** A patrol in words, compared with the previous one. Rules that a later version removed are not listed. */
export function describeRun(run: PatrolRun, before: PatrolRun | undefined, options: DescribeOptions): PatrolAnswer {
  const known = run.items.filter(({ code }) => catalogue.has(code))
  const former = before?.whole ? before.items : undefined
  const items = known.map((item) => finding(item, former, options))
  const found = new Set(run.items.map(({ code }) => code))
  const { score } = run.device_cnt > 0 ? scoreOfItems(run.items, run.unknown, options.ignored, options.now) : run
  const judged = (rule: PatrolRule) => ({ code: rule.code, group: rule.group, title: rule.title[options.lang] })
  const rules = [...catalogue.values()]
  return {
    run_id: run.id,
    at: run.at,
    way: run.source,
    by: run.by,
    score,
    delta: score !== null && before?.score != null ? score - before.score : null,
    before_at: before?.at ?? null,
    device_cnt: run.device_cnt,
    items: items.sort(
      (a, b) => Number(b.device_cnt > 0) - Number(a.device_cnt > 0) || b.points - a.points || a.level - b.level,
    ),
    gone: (former ?? []).flatMap(({ code, found: device_cnt }) => {
      const rule = catalogue.get(code)
      return rule && !found.has(code) ? [{ ...judged(rule), device_cnt }] : []
    }),
    passed: rules.filter(({ code }) => !found.has(code) && !run.unknown.includes(code)).map(judged),
    unknown: rules.filter(({ code }) => run.unknown.includes(code)).map(judged),
  }
}

function finding(
  item: StoredPatrolItem,
  former: readonly StoredPatrolItem[] | undefined,
  { lang, now, ignored }: DescribeOptions,
): Finding {
  const rule = catalogue.get(item.code) as PatrolRule
  const was = new Set(former?.find(({ code }) => code === item.code)?.hits.map(({ device_id }) => device_id))
  const devices = item.hits.map(({ params, ...hit }) => {
    const ignore = ignoreOf(item.code, hit.device_id, ignored, now)
    return {
      ...hit,
      evidence: say(rule.evidence, lang, params),
      change: former === undefined || was.has(hit.device_id) ? ('same' as const) : ('new' as const),
      ignore_id: ignore?.id ?? 0,
      ignored_reason: ignore?.reason ?? '',
      ignored_by: ignore?.by ?? '',
      ignored_until: ignore?.until ?? null,
    }
  })
  const ignored_cnt = ignoredBy(item, ignored, now)
  const device_cnt = item.found - ignored_cnt
  return {
    code: rule.code,
    group: rule.group,
    level: rule.level,
    title: rule.title[lang],
    advice: rule.advice[lang],
    points: pointsOf(item.level, device_cnt, item.of),
    device_cnt,
    ignored_cnt,
    of_cnt: item.of,
    fixable: devices.some(({ fixable, ignore_id }) => fixable === 1 && ignore_id === 0) ? 1 : 0,
    place: rule.place,
    devices: devices.sort((a, b) => Number(a.ignore_id > 0) - Number(b.ignore_id > 0)).slice(0, MOST),
  }
}
