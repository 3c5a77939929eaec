import { discoverAll } from '../../../kernel/discovery/discover.ts'
import type { Order } from './order.ts'
import type { Orderer, Plan } from './plan.ts'

type Kind = Order['kind']

/** The implementation of one kind of orders, defined by its room. */
export interface OrderKind<Of extends Kind = Kind> {
  readonly kind: Of
  /** The plan of an order, on behalf of its author. Its `prepare` refuses what cannot be done. */
  plan(by: Orderer, order: Extract<Order, { kind: Of }>): Plan
}

const mark = Symbol.for('belvedere.order')

/** Export the result from a file of the room. */
export function defineOrder<Of extends Kind>(stated: OrderKind<Of>): OrderKind<Of> {
  Object.defineProperty(stated, mark, { value: true })
  return stated
}

const isOrderKind = (value: unknown): value is OrderKind => typeof value === 'object' && value !== null && mark in value

/** The plan of an order, from the room that defines its kind. */
export async function planOf(by: Orderer, order: Order): Promise<Plan> {
  const stated = (await discoverAll(isOrderKind)).find(({ kind }) => kind === order.kind)
  if (!stated) throw new Error(`no room carries out orders of the kind ${order.kind}`)
  return stated.plan(by, order)
}
