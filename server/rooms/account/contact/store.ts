import sql from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'
import type { CodeCarrier } from '../../delivery/api.ts'

const addressOf = { sms: sql`phone`, email: sql`email` }
const secondOf = { sms: sql`second_sms`, email: sql`second_email` }

/** False when another account has the address. */
export async function bindAddress(
  { db }: QueryContext,
  uid: number,
  channel: CodeCarrier,
  target: string,
): Promise<boolean> {
  const address = addressOf[channel]
  const bound = await db.run(sql`update account set ${address} = ${target} where id = ${uid}
    and not exists (select from account other where other.${address} = ${target} and other.id <> ${uid})`)
  return bound === 1
}

/** Removes the address, and the second step that used it. */
export async function unbindAddress({ db }: QueryContext, uid: number, channel: CodeCarrier): Promise<void> {
  await db.run(sql`update account set ${addressOf[channel]} = null, ${secondOf[channel]} = 0 where id = ${uid}`)
}

export async function setSecond({ db }: QueryContext, uid: number, channel: CodeCarrier, on: 0 | 1): Promise<void> {
  await db.run(sql`update account set ${secondOf[channel]} = ${on} where id = ${uid}`)
}
