export { isWanted } from './claim/store.ts'
export { proofsAt } from './claim/settle-proofs.ts'
export { withoutProof } from './claim/proof.ts'
