import { defineGrantSource } from '../../kernel/discovery/grants.ts'
import { nextShareEnd, sceneModesOf } from './store.ts'

/** Own scenes, and those shared with the account while the share lasts. */
export const grants = defineGrantSource({ modesOf: sceneModesOf, nextEnd: nextShareEnd })
