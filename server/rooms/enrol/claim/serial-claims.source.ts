import { defineSerialClaims } from '../../device/api.ts'
import { isWanted } from './store.ts'

export const serialClaims = defineSerialClaims({ isWanted })
