import { defineRightsSource } from '../../engines/act-as/rights-source.ts'
import { accessOf } from './access-of.ts'
import { challenge } from './otp/step-up.ts'
import { findActive } from './store.ts'

/** Accounts for the work that is done on their behalf. */
export const rightsSource = defineRightsSource({
  async find(system, uid) {
    const found = await findActive(system, uid)
    if (!found) return undefined
    const { account, nickName: name, lang } = found
    return { account, name, lang, access: await accessOf(system, { ...found, uid }) }
  },
  challenge,
})
