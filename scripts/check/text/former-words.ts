import type { Finding } from '../finding.ts'
import { isCode, type SyntaxNode, parseSource, walk } from '../source.ts'

/** A replaced word, and the places where it must not be used. */
export interface FormerWord {
  /**
   * `name`: anywhere, as a whole word or before an underscore. `column`: a column that a `tables.sql` defines. `identifier`: in program
   * text. `event`: the name of an event; `*` matches anything. `phrase`: in documents and comments, outside of quoted code.
   */
  readonly as: 'name' | 'column' | 'identifier' | 'event' | 'phrase'
  readonly word: string
  /** The replacement. */
  readonly now: string
}

const all = (as: FormerWord['as'], words: Readonly<Record<string, string>>): FormerWord[] =>
  Object.entries(words).map(([word, now]) => ({ as, word, now }))

export const formerWords: readonly FormerWord[] = [
  ...all('name', {
    alarm_heard: 'incident_event_offset',
    alarm_news: 'incident_event',
    alarm_notice: 'notification',
    alarm_spell: 'condition_interval',
    alarm_user: 'notification_contact',
    change_trail: 'change_event',
    config_hold: 'config_lock',
    device_tally: 'device_count',
    device_third: 'monitored_device',
    device_ticket: 'transfer_token',
    device_wait: 'pending_command',
    haystack: 'search_text',
    judged_at: 'acknowledged_at',
    operation_grave: 'deleted_snapshot',
    radio_heard: 'radio_neighbor_scan',
    spent_at: 'used_at',
    telemetry_again: 'rollup_recompute',
    telemetry_late: 'backfill_cursor',
    terminal_page: 'client_usage_snapshot',
    topology_gone: 'removed_device',
    topology_rev: 'topology_version',
    topology_sight: 'link_observation',
    topology_stay: 'device_presence_interval',
    topology_was: 'device_properties_interval',
  }),
  ...all('column', {
    above: 'upstream_ids',
    alone: 'standalone',
    but: 'override_level',
    cut: 'truncated',
    heard: 'networks',
    hop: 'step_index',
    outside: 'outside_hours',
    said: 'message',
    told: 'what was reported: identity_digest, notes, content, notified',
    told_at: 'reported_at',
    way: 'channel, source or method',
    who: 'peer',
    wish: 'request',
  }),
  ...all('identifier', {
    Happening: 'DeviceEvent',
    happening: 'event',
    Grave: 'DeletedSnapshot',
    GRAVE_LIFE: 'SNAPSHOT_LIFE',
    KeptGrave: 'KeptSnapshot',
    bury: 'captureSnapshots',
    dropGraves: 'dropSnapshots',
    graves: 'snapshots',
    keepGraves: 'keepSnapshots',
    takeGrave: 'takeSnapshot',
    AppDeed: 'AppUsageDelta',
    DarkSet: 'ConcurrentOutages',
    DeviceMend: 'DeviceFix',
    FairTurns: 'FairSemaphore',
    Front: 'DeviceListener',
    GraphSight: 'LinkOfGraph',
    LateSamplesDesk: 'LateSamplesQueue',
    Lately: 'TtlCache',
    Sayings: 'command encoders',
    Sight: 'LinkObservation',
    Turnstile: 'Semaphore',
    Reach: 'QueryContext',
    AskedPlace: 'RequestedTarget',
    BlastAsk: 'BlastRequest',
    IdentifyAsk: 'IdentifyRequest',
    PollTold: 'PollReport',
    KeptBackup: 'StoredBackup',
    KeptReport: 'StoredReport',
    LedgerColumn: 'UsageColumn',
    NodeTold: 'NodeReport',
    WantedAddress: 'DesiredAddress',
    HeardNetwork: 'NeighborNetwork',
    SilenceWish: 'SilenceInput',
    RefusedWish: 'RefusedIntent',
    aloneCalls: 'standaloneCalls',
    forgetSessions: 'invalidateSessions',
    bookDeeds: 'addUsage',
    landStranded: 'markReturned',
    judgeAlarms: 'setAlarmState',
    hushAlarms: 'suppressAlarms',
    operationWay: 'auditSource',
    imageWay: 'imageTransfer',
    offlineWay: 'offlinePolicy',
    thirdCalls: 'monitoredCalls',
    layRaw: 'applyRaw',
    inArchiveTurn: 'withArchiveSemaphore',
    undoOperation: 'undoAuditEntry',
    writeOperations: 'writeAuditEntries',
    listOperations: 'listAuditEntries',
    Wheel: 'ConnectionTimerWheel',
    isAnythingAstir: 'isAnythingPending',
    landAll: 'recoverAll',
    openFront: 'openDeviceListener',
    rollLedger: 'rollUpUsage',
    alarmHeard: 'alarmObserved',
    campaignMoved: 'campaignUpdated',
    changeMoved: 'changeUpdated',
    claimMoved: 'claimUpdated',
    deviceCame: 'deviceConnected',
    deviceHappened: 'deviceEvent',
    deviceLeft: 'deviceDisconnected',
    deviceMoved: 'deviceSceneChanged',
    doorMoved: 'doorUpdated',
    linksEnded: 'linksLost',
    radioMoved: 'radioUpdated',
    reportMoved: 'reportUpdated',
  }),
  ...all('event', {
    'alarm.heard': 'alarm.observed',
    'device.came': 'device.connected',
    'device.happened': 'device.event',
    'device.left': 'device.disconnected',
    'topology.links-ended': 'topology.links-lost',
    '*.moved': '*.updated',
    '*-moved': '*-updated',
  }),
  ...all('phrase', {
    anew: 'again',
    'for ever': 'forever',
    grave: 'severe',
    graver: 'more severe',
    gravest: 'most severe',
    'lets go of': 'releases',
    'mail box': 'mailbox',
    'unless told': 'by default',
    'what became of': 'the result of',
  }),
]

/** Migrations and their test data contain former names; so do this list and the former names of deleted rows. */
const exempt =
  /^server\/migrations\/(\d|test-data\/)|^server\/engines\/deleted-snapshot\/former-names\.ts$|^server\/migrations\/migrate-data\.test\.ts$|^scripts\/check\/text\/former-words/

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const wordsAs = (as: FormerWord['as']) => formerWords.filter((one) => one.as === as)

const names = new RegExp(
  `\\b(${wordsAs('name')
    .map(({ word }) => literal(word))
    .join('|')})(?=_|\\b)`,
  'g',
)
const columns = new RegExp(
  `^\\s+(${wordsAs('column')
    .map(({ word }) => word)
    .join('|')}) (?:smallint|int|bigint|boolean|text|jsonb|real|float8|bytea)\\b`,
  'gm',
)
/** Files without one of these words are not parsed. */
const inCodeAtAll = new RegExp(
  `\\b(defineEvent|${wordsAs('identifier')
    .map(({ word }) => word)
    .join('|')})\\b`,
)
const phrases = new RegExp(
  `\\b(${wordsAs('phrase')
    .map(({ word }) => literal(word))
    .join('|')})\\b`,
  'gi',
)
const quoted = /`[^`\n]*`|'[^'\s]*'/g
const isComment = /^\s*(?:\/\/|\/\*|\*|\{\/\*|--)/
const identifiers = new Map(wordsAs('identifier').map(({ word, now }) => [word, now]))
const events = wordsAs('event').map(({ word, now }) => ({
  form: new RegExp(`^${literal(word).replace('\\*', '[a-z.-]+')}$`),
  now,
}))

/** Former words in the names, comments and documents of a file. */
export function formerWordsIn(path: string, text: string): Finding[] {
  if (exempt.test(path)) return []
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const tell = (offset: number, word: string, now: string) => ({ path, line: lineOf(offset), text: `${word}: ${now}` })
  const nowOf = (as: FormerWord['as'], word: string) => wordsAs(as).find((one) => one.word === word)?.now ?? ''
  return [
    ...[...text.matchAll(names)].map(({ 1: word = '', index }) => tell(index, word, nowOf('name', word))),
    ...(path.endsWith('tables.sql') ? [...text.matchAll(columns)] : []).map(({ 0: line, 1: word = '', index }) =>
      tell(index + line.indexOf(word), word, nowOf('column', word)),
    ),
    ...phrasesIn(path, text),
    ...(isCode(path) && inCodeAtAll.test(text) ? inCode(path, text) : []),
  ]
}

/** Former phrases in documents and comments; printed documents are generated. */
function phrasesIn(path: string, text: string): Finding[] {
  if (path.startsWith('docs/printed/')) return []
  return text.split('\n').flatMap((line, index) => {
    if (!path.endsWith('.md') && !isComment.test(line)) return []
    return [...line.replace(quoted, '').matchAll(phrases)].map(([word]) => ({
      path,
      line: index + 1,
      text: `${word}: ${wordsAs('phrase').find((one) => one.word === word.toLowerCase())?.now ?? ''}`,
    }))
  })
}

function inCode(path: string, text: string): Finding[] {
  const source = parseSource(path, text)
  const found: Finding[] = []
  walk(source, (node) => {
    const word = node.type === 'Identifier' ? String(node['name']) : ''
    const now = identifiers.get(word) ?? eventNow(node)
    if (now) found.push({ path, line: source.lineAt(node.start), text: `${word || String(eventName(node))}: ${now}` })
  })
  return found
}

/** The name that a call of `defineEvent` states. */
function eventName(node: SyntaxNode): unknown {
  const callee = node['callee'] as SyntaxNode | undefined
  if (node.type !== 'CallExpression' || callee?.['name'] !== 'defineEvent') return undefined
  return (node['arguments'] as SyntaxNode[])[0]?.['value']
}

function eventNow(node: SyntaxNode): string | undefined {
  const name = eventName(node)
  return typeof name === 'string' ? events.find(({ form }) => form.test(name))?.now : undefined
}
