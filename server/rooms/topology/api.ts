export { boundFrom, restarting } from './absence/absence-rules.ts'
export { FRESH as SURROUNDINGS_FRESH, invalidateSurroundings, surroundingsOf } from './absence/surroundings.ts'
export {
  endAbsences,
  type Expected,
  explainMoments,
  learnedOf,
  listAtWork,
  listExpected,
  listPlanned,
} from './absence/store.ts'
export { depthsOf } from './depths.source.ts'
export { depthsAmong } from './depth-rules.ts'
export { conflictsAmong } from './domain-rules.ts'
export { domainsOf, type NetworkNow, networksOf, uplinkPaths } from './networks.ts'
