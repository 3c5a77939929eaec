import pg from 'pg'
import { type MailSink, type SunkMail, startMailSink } from '../kit/mail-sink.ts'
import { bindMail } from '../kit/outbox.ts'
import { startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { foundSecondTeam } from '../kit/second-team.ts'
import { type Session, signIn } from '../kit/session.ts'
import { until } from '../kit/wait.ts'
import type { Proof } from '../proof.ts'

const PASSWORD = 'Journey-2026'
const VICTIM = 'victim@example.org'
const MEMBER = 'member@example.com'
/** The text that an attacker wants our mail server to send. */
const HEADLINE = 'WIN A PRIZE at evil.test'
const MAILS_A_DAY = 5

export const proof: Proof = {
  title: 'Our mail server carries no mail of a customer to strangers, no headline of theirs, and so many a day',
  seconds: 180,
  async run(say) {
    const sink = await startMailSink()
    const product = await startProduct({ flags: ['--no-demo'] })
    const db = new pg.Client({ connectionString: product.databaseUrl })
    await db.connect()
    try {
      const admin = await product.signIn()
      await foundSecondTeam(product.databaseUrl, 'spammer')
      const spammer = await signIn(product.url, 'spammer', PASSWORD)
      await bindMail(admin, spammer, MEMBER)
      const settings = { host: '127.0.0.1', port: String(sink.port), security: 'none', from: 'noc@example.com' }
      await admin.ask('POST send/channel', { channel: 'smtp', active: 1, settings })
      const { list } = await admin.ask('GET user/quota/team', { search: 'spammer', limit: 10 })
      await admin.ask('POST user/quota', { team_id: list[0].id, values: [{ key: 'mails', most: MAILS_A_DAY }] })
      const { id: scene_id } = await spammer.ask<{ id: number }>('POST scene', { name: HEADLINE })
      await writtenDown(spammer, scene_id)
      await keptFromBefore(db, product.url, spammer, scene_id, sink)
      await codesOfContacts(spammer, sink)
      same(
        'mails to strangers with a text of the customer’s',
        sink.mails.filter(tellsHeadline).map(({ to }) => to),
        [[MEMBER]],
      )
      for (const { raw } of sink.mails) holds('no headline in a header', !headOf(raw).includes('PRIZE'))
      say(`${sink.mails.length} mails went out, ${MAILS_A_DAY} a day at most, one of them a report, to a member`)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-2000)}`, { cause: error })
    } finally {
      await db.end()
      await product.close()
      await sink.close()
    }
  },
}

const headOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n'))
/** Bodies with Chinese travel in base64, so the text is looked for in each part. */
const tellsHeadline = ({ raw }: SunkMail): boolean =>
  raw.includes('PRIZE') ||
  [...raw.matchAll(/base64\r\n\r\n([A-Za-z0-9+/=\r\n]+)/g)].some(([, part = '']) =>
    Buffer.from(part, 'base64').toString('utf8').includes('PRIZE'),
  )

/** A foreign address, and addresses that would inject headers. */
async function writtenDown(spammer: Session, scene_id: number): Promise<void> {
  const {
    next_at: _,
    logo: __,
    changed_by: ___,
    mail: ____,
    ...profile
  } = await spammer.ask('GET scene/report/profile', {
    scene_id,
  })
  const set = async (targets: string[]) =>
    (await spammer.call('POST scene/report/profile', { ...profile, scene_id, on: 1, targets })).code
  same('a stranger’s address', await set([VICTIM]), 10_172)
  for (const address of [
    `a@example.com\r\nBcc: ${VICTIM}`,
    `a@example.com\nBcc:${VICTIM}`,
    `<${VICTIM}>`,
    `a@b.c,${VICTIM}`,
  ])
    same(`the address ${JSON.stringify(address)}`, await set([address]), 10_001)
}

/** Addresses stored before the rule existed: a foreign one receives nothing, a member can unsubscribe. */
async function keptFromBefore(
  db: pg.Client,
  url: string,
  spammer: Session,
  scene_id: number,
  sink: MailSink,
): Promise<void> {
  const newest = async () => (await spammer.ask('GET scene/report', { scene_id })).list[0]
  const again = async (targets: string[]) => {
    // every report ordered from now on has these addresses
    await db.query(`create or replace function kept_targets() returns trigger language plpgsql as $$
      begin new.request := jsonb_set(new.request, '{targets}', '${JSON.stringify(targets)}'); return new; end $$`)
    await db.query(
      'create or replace trigger kept before insert on report for each row execute function kept_targets()',
    )
    const { id } = await spammer.ask<{ id: number }>('POST scene/report', { scene_id })
    return until('it was sent or not', 60_000, async () => {
      const row = await newest()
      return row.id === id && (row.sent_cnt > 0 || row.said) && row
    })
  }
  same('sent to the stranger', (await again([VICTIM])).sent_cnt, 0)
  same('sent to the member', (await again([MEMBER])).sent_cnt, 1)
  const head = headOf(sink.mails.at(-1)?.raw ?? '').replaceAll(/\r\n\s+/g, ' ')
  const [, link] = /^List-Unsubscribe: <([^>]+)>/im.exec(head) ?? []
  holds('a way to refuse it', link)
  const { pathname, search } = new URL(link)
  const left = await fetch(`${url}${pathname}${search}`, {
    method: 'POST',
    body: new URLSearchParams('List-Unsubscribe=One-Click'),
  })
  same('refused', ((await left.json()) as { code: number }).code, 0)
  same('sent to who refused', (await again([MEMBER])).sent_cnt, 0)
}

/** Codes for contacts go to unconfirmed addresses: a limited number a day, with our text. */
async function codesOfContacts(spammer: Session, sink: MailSink): Promise<void> {
  const before = sink.mails.length
  const codes: number[] = []
  for (let n = 0; n < 15; n++) {
    const contact = { type: 1, name: `C${n}`, address: `someone${n}@example.net`, level: 3, lang: 'en' }
    const { code, data } = await spammer.call('POST alarm/user', contact)
    if (code === 0) codes.push((await spammer.call('POST alarm/user/code', { id: data.id })).code)
  }
  // one of the day went to the member
  same('codes that were let through', codes.filter((code) => code === 0).length, MAILS_A_DAY - 1)
  same('and the others', new Set(codes.filter((code) => code !== 0)), new Set([10_170]))
  await until('they are sent', 60_000, () => sink.mails.length === before + MAILS_A_DAY - 1)
}
